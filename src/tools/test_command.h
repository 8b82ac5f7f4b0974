/* How tests are run, by what the manifests of their project say. */
#pragma once

#include "session/session.h"
#include "tools/tool.h"

typedef struct TestCommand {
    Str text;
    Str evidence; /* the file that says so; empty: none does, it is what the language has */
} TestCommand;
typedef VEC(TestCommand) TestCommandVec;

/* For symbols or files that are tests, in their order; a command for each runner and, where it
   takes them one by one, each file. At most TEST_COMMANDS_MAX. */
#define TEST_COMMANDS_MAX 8
void test_commands(ToolCall *call, const IndexSession *session, const IdVec *tests,
                   TestCommandVec *commands);
/* The one that runs all tests, in the language that most of them are written in; empty when nothing
   says how. */
TestCommand test_command_all(ToolCall *call, const IndexSession *session);
