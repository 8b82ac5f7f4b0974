/* Test commands of R: testthat, by the files of a package or one at a time. */
#include "languages_project.h"

#include "base/path.h"

bool tests_r(Project *project, const CatalogFile *file, TestRun *run)
{
    Arena *arena = project->request->arena;
    Str directory = project_directory(file->path), base = path_base(file->path);
    bool named = str_starts(base, STR("test-")) || str_starts(base, STR("test_"));
    if (!named || str_find(file->path, STR("testthat")) == STR_NONE)
        return false;
    while (!project_file(project, directory, "DESCRIPTION")->exists)
        if (!project_climb(&directory))
            return false;
    size_t dot = str_find_last_byte(base, '.');
    Str name = str_slice(base, 5, dot);
    *run = (TestRun){
        .form = RUN_PLAIN,
        .directory = directory,
        .command = str_format(
            arena, "Rscript -e 'testthat::test_local(\".\", filter = \"^%.*s$\")'", STR_ARG(name)),
        .all = STR("Rscript -e 'testthat::test_local(\".\")'"),
        .evidence = project_file(project, directory, "DESCRIPTION")->path};
    return true;
}
