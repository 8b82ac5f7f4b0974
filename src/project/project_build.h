/* Files that a build runs as tests. */
#pragma once

#include "project/project.h"

/* Finds the command that runs the file as a test; false: no build names it. */
bool project_build_runs(Project *project, const CatalogFile *file, TestRun *run);
