/* Users of values and of constructors, which have no edges (relations/found_uses.h), for a search
   of tests: a test of a user is a test of the value. */
#pragma once

#include "project/project.h"
#include "search/neighbours.h"

typedef struct TestUses {
    NeighbourUserVec users;
    IdVec asked, likely; /* symbols whose users, and whose likely callers, were looked for */
    size_t values, programs, tables; /* numbers of them */
    const Language *language;        /* whose files were looked at; NULL: none yet */
    bool tested;                     /* it has test files */
    bool guessing; /* the symbols themselves are a guess: little is read for them */
} TestUses;

/* Adds the users of the symbol, unless it was asked about before, has edges, or too many were. Of a
   value without any, the functions with its name if no other symbol has it: these are unsure. Fails
   only when it is cancelled. */
bool test_uses(Project *project, uint32_t symbol, uint32_t steps, TestUses *uses,
               Err *err) MUST_USE;
