/* Test commands of Bash projects: bats runs files that end in `.bats`. */
#include "languages_project.h"

bool tests_bash(Project *project, const CatalogFile *file, TestRun *run)
{
    (void)project;
    *run = (TestRun){
        .form = RUN_FILES, .select = SELECT_FULL, .option = "-f ", .command = STR("bats")};
    return str_ends(file->path, STR(".bats"));
}
