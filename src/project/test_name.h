/* How one test is named to its runner. */
#pragma once

#include "project/project.h"

/* A test: a symbol, or a block within it (project/test_block.h). */
typedef struct TestCase {
    uint32_t symbol, block;
    bool doc; /* an example in the comment of the symbol */
} TestCase;
typedef VEC(TestCase) TestCaseVec;

/* Tests that differ in anything but `name` need commands of their own. */
typedef struct TestName {
    Str part;    /* where: Go's package, a file, a target of Cargo; or empty */
    Str options; /* before it, or empty */
    Str outer;   /* Go: the test that runs the suite; or empty */
    Str note;    /* what else the command runs, or when it runs nothing; or empty */
    Str name;    /* in the runner's form; empty: all of the part */
    Str title;   /* of the case, in the form that selects it; empty: all cases */
    Str module;  /* Python: two files of one module cannot share a process; or empty */
    Str path;    /* of the module */
    Str own;     /* the option by which `outer` selects, if it has one of its own (gocheck) */
    bool parts;  /* Cargo: all tests whose names contain it */
} TestName;
typedef VEC(TestName) TestNameVec;

/* Appends the names by which the test is run: several for a class that only others derive from.
   None: no way to run it is known. `whole`: names its file,
   class or package instead. */
void test_names(Project *project, const TestRun *run, const TestCase *test, bool whole,
                TestNameVec *names);
/* Escapes what a regular expression would not take literally. */
Str test_name_literal(Arena *arena, Str text);
