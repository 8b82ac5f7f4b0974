/* Project facts for Python: functions shared by the readers of manifests and of tests. */
#pragma once

#include "project/project.h"

/* The prefix of commands in a Python project, such as `uv run `; empty if none is needed.
 *evidence gets the path of the file that says so. */
Str python_prefix(Project *project, Str directory, Str *evidence);
/* A setting of pytest in the nearest of its files, and that file. Both are empty where it is not
   set. */
typedef struct PytestSetting {
    Str value, path;
} PytestSetting;
PytestSetting python_setting(Project *project, Str directory, const char *key);
/* Whether a name fits `python_functions` or `python_classes`; `usual`: where that is not set. */
bool python_is_named(Project *project, const CatalogFile *file, const char *key, const char *usual,
                     Str name);
/* Whether it is derived from unittest's TestCase. */
bool python_is_test_case(Project *project, uint32_t type);
/* Whether pytest or unittest takes the class for a test class: by its name or its bases. */
bool python_is_collected(Project *project, uint32_t type);
