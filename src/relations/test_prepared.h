/* Tests for which a framework calls a function of test code: providers of data, which the tests
   name in their attributes, and types that tests or their classes name, as rules and extensions. */
#pragma once

#include "project/project.h"

/* Appends the tests that the function, or the value, prepares, each once. Of functions that code
   calls, their callers say it. */
void test_prepared(Project *project, uint32_t symbol, IdVec *tests);
