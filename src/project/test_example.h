/* Examples in the comment above a declaration that the runner of the language executes: fenced
   lines of rustdoc. */
#pragma once

#include "project/project.h"

/* Whether the comment of the symbol has an example that uses its name, and is run. */
bool test_has_example(Project *project, uint32_t symbol);
