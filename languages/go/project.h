/* Project facts for Go: suites of tests, shared by their roles and their names. */
#pragma once

#include "project/project.h"

/* The suite that a method is a test of. */
typedef struct GoSuite {
    Str type;         /* the method's receiver */
    uint32_t starter; /* the test that runs the suite; SYMBOL_NOWHERE: not known */
    bool is_check;    /* gocheck selects its tests by its own option */
} GoSuite;
