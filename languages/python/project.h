/* Project facts for Python: functions shared by the readers of manifests and of tests. */
#pragma once

#include "tools/project.h"

/* The prefix of commands in a Python project, such as `uv run `; empty when none is needed.
 *evidence gets the path of the file that says so. */
Str python_prefix(Project *project, Str directory, Str *evidence);
/* Whether pytest or unittest takes the class for one of tests: by its name or its bases. */
bool python_is_collected(Project *project, uint32_t type);
