/* How Haskell tests are run: by Stack or Cabal, whichever the nearest directory has. */
#include "languages_project.h"

#include "project/test_role.h"
#include "search/tests.h"

/* The package description of a directory: `name.cabal`; or NULL. */
static const CatalogFile *cabal_in(const Catalog *catalog, Str directory)
{
    for (size_t f = 0; f < catalog->files.len; f++) {
        const CatalogFile *file = &catalog->files.ptr[f];
        if (str_ends(file->path, STR(".cabal")) &&
            str_equal(project_directory(file->path), directory))
            return file;
    }
    return NULL;
}

bool tests_haskell(Project *project, const CatalogFile *file, TestRun *run)
{
    Str directory = project_directory(file->path);
    do {
        const ProjectFile *stack = project_file(project, directory, "stack.yaml");
        const CatalogFile *cabal = cabal_in(project->session->catalog, directory);
        *run = (TestRun){.form = RUN_PLAIN, .directory = directory};
        run->command = stack->exists ? STR("stack test") : STR("cabal test");
        run->evidence = stack->exists ? stack->path : cabal ? cabal->path : (Str){0};
        if (run->evidence.len)
            return true;
    } while (project_climb(&directory));
    return false;
}

/* `main` starts the tests that are blocks; in other programs of tests it is the test. */
TestRole roles_haskell(Project *project, uint32_t symbol, bool called)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    Str name = catalog_name(catalog, file->entries[place.index].name);
    Str text =
        project_file(project, (Str){0}, str_terminate(project->request->arena, file->path))->text;
    bool starts = str_equal(name, STR("main")) &&
                  (project_has_word(text, "hspec") || project_has_word(text, "defaultMain"));
    return test_holds(project, symbol) && !starts && tests_may_be_case(catalog, symbol, called)
               ? TEST_CASE
               : TEST_NONE;
}
