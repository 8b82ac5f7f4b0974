/* Finds the commands that run tests, from the manifests of their project. */
#pragma once

#include "project/test_name.h"
#include "session/send.h"
#include "session/session.h"

typedef struct TestCommand {
    Str text;
    Str evidence; /* the file that says so; empty: it is the default of the language */
    Str note;     /* what else it runs, or where it runs nothing; or empty */
    size_t tests; /* how many of the tests it runs */
} TestCommand;
typedef VEC(TestCommand) TestCommandVec;

typedef struct TestCommands {
    TestCommandVec list;
    size_t left_out;  /* tests whose command would be one more than `most` */
    size_t off;       /* tests that a plain run leaves out, so no command has them */
    size_t unknown;   /* tests that no known command runs */
    Str unknown_path; /* of the first of them */
} TestCommands;

/* Why a plain run leaves the test out. */
TestOff test_command_off(Project *project, uint32_t test);
/* `  (not run: marked skip)`, or nothing. */
void test_put_off(Buf *out, Project *project, uint32_t test);
/* Commands of one answer. */
#define TEST_COMMANDS_MAX 20
/* Finds the commands that together run exactly the tests that are not off, in their order; a note
   says where one runs more. `whole`: those that run their whole files, classes or packages. */
void test_commands(Project *project, const TestCaseVec *tests, bool whole, size_t most,
                   TestCommands *commands);
/* Finds the commands that run all tests: first that of the package of the file `near`, if it is not
   FILE_NOWHERE, then those with most files; `left_out` counts the rest. Of a large tree not every
   file is looked at. */
void test_commands_all(SessionRequest *request, const IndexSession *session, uint32_t near,
                       size_t most, TestCommands *commands);
/* Finds the command for all tests, in the language of most of them; empty: it is not known. */
TestCommand test_command_all(SessionRequest *request, const IndexSession *session);
