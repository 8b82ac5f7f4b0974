/* Which tests make the types whose methods they reach: rapid type analysis, of one test. A call of
   an interface's method may run every override (search/override.h). A test runs those of the types
   that it makes, itself or through what it calls and what is set up before it. */
#pragma once

#include "project/project.h"
#include "relations/test_reach.h"

/* Marks as `unmade` the tests that only an override leads to, of a type that they do not make. A
   type that a module holds, or that nothing is seen to make, may be run by all. */
void test_types_mark(Project *project, const Neighbourhood *found, TestReach *reach);
