/* Tests that a plain run of their runner leaves out: by a mark, by their first statement, or by the
   project's configuration. Rows of languages/<id>/project.def say by which. */
#pragma once

#include "project/project.h"

TestOff test_off(Project *project, const TestRun *run, uint32_t symbol);
/* The attributes before the declaration; of a class, up to its body. */
Str test_off_marks(Project *project, uint32_t symbol);
/* Those of the test and of the classes around it, and the comments above them. */
Str test_off_all_marks(Project *project, uint32_t symbol);
