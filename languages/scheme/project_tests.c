/* Tests of Racket: expressions of a file of tests, or of the submodule `test` of a source. */
#include "languages_project.h"

#include "project/test_role.h"

/* Whether the source has a submodule of tests. */
bool names_scheme(Project *project, const CatalogFile *file)
{
    Str text =
        project_file(project, (Str){0}, str_terminate(project->request->arena, file->path))->text;
    return str_ends(file->path, STR(".rkt")) && (str_find(text, STR("(module+ test")) != STR_NONE ||
                                                 str_find(text, STR("(module* test")) != STR_NONE);
}

bool tests_scheme(Project *project, const CatalogFile *file, TestRun *run)
{
    (void)project;
    *run = (TestRun){.form = RUN_FILES, .command = STR("raco test")};
    return str_ends(file->path, STR(".rkt"));
}

/* Its functions are helpers: expressions of the file run. */
TestRole roles_scheme(Project *project, uint32_t symbol, bool called)
{
    (void)called;
    bool whole = !catalog_place(project->session->catalog, symbol).index;
    return whole && test_holds(project, symbol) ? TEST_CASE : TEST_NONE;
}
