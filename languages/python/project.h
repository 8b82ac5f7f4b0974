/* What the files about projects of Python share. */
#pragma once

#include "tools/project.h"

/* `uv run ` and the like: what precedes a command of a Python project; empty: nothing. The evidence
   is the file that says so. */
Str python_prefix(Project *project, Str directory, Str *evidence);
