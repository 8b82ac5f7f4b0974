/* Finds the commands that run tests, from the manifests of their project. */
#pragma once

#include "session/session.h"
#include "tools/tool.h"

typedef struct TestCommand {
    Str text;
    Str evidence; /* the file that says so; empty: it is the default of the language */
} TestCommand;
typedef VEC(TestCommand) TestCommandVec;

/* Finds the commands for symbols or files that are tests, in their order: one for each runner, or
   for each file if the runner takes only one. At most TEST_COMMANDS_MAX. */
#define TEST_COMMANDS_MAX 8
void test_commands(ToolCall *call, const IndexSession *session, const IdVec *tests,
                   TestCommandVec *commands);
/* Finds the command for all tests, in the language of most of them; empty: it is not known. */
TestCommand test_command_all(ToolCall *call, const IndexSession *session);
