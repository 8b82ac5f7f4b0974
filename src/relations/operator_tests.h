/* Tests of a method that the language runs without its name: `<` runs `operator<`, and so does what
   sorts. */
#pragma once

#include "relations/test_reach.h"

/* Appends the users of the type in code outside of tests whose text has what may run the method,
   whose name the language calls by this sign. */
void operator_tests_users(Project *project, uint32_t type, Str sign, IdVec *list);
/* Keeps the tests whose own text has it. */
void operator_tests_keep(Project *project, Str sign, TestReach *reach);
