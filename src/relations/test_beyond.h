/* Tests that no edge leads to: examples in comments and documents that a runner executes, and tests
   in languages of their own. */
#pragma once

#include "project/project.h"
#include "session/session.h"

typedef struct TestBeyond {
    VEC(Str) examples; /* places of examples with the name, `fibo.py:4` */
    bool more;         /* there are others, or not all files were read */
    Str runner;        /* what runs the first of them */
    VEC(Str) makers;   /* files with the name in which a macro or a loop makes tests */
    VEC(Str) others;   /* files of tests in a language that is not followed */
    size_t other_count;
} TestBeyond;

/* Looks for both. */
void test_beyond(SessionRequest *request, IndexSession *session, Project *project, uint32_t symbol,
                 TestBeyond *beyond);
/* One line for each that is there. `none`: no test is known, so files of other kinds are named. */
void test_beyond_put(Buf *out, const TestBeyond *beyond, bool none);
