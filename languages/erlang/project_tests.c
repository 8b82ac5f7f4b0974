/* Tests of Erlang: EUnit runs functions whose names end in `_test` and `_test_` in any module,
   Common Test those that a module `…_SUITE` lists. */
#include "languages_project.h"

#include "project/test_role.h"

static bool is_suite(Str path)
{
    return str_ends(path, STR("_SUITE.erl"));
}

bool tests_erlang(Project *project, const CatalogFile *file, TestRun *run)
{
    Str directory = project_directory(file->path);
    do {
        const ProjectFile *manifest = project_file(project, directory, "rebar.config");
        if (!manifest->exists)
            continue;
        *run = (TestRun){.form = RUN_PLAIN,
                         .directory = directory,
                         .command = is_suite(file->path) ? STR("rebar3 ct") : STR("rebar3 eunit"),
                         .evidence = manifest->path};
        return true;
    } while (project_climb(&directory));
    return false;
}

/* What a function of a suite is to Common Test. */
static TestRole role_in_suite(Str name)
{
    static const char *const others[] = {"all", "groups", "suite", NULL};
    if (str_starts(name, STR("init_per_")) || str_starts(name, STR("end_per_")))
        return TEST_SETUP;
    return test_is_listed(others, name) ? TEST_NONE : TEST_CASE;
}

TestRole roles_erlang(Project *project, uint32_t symbol, bool called)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    if (!place.index || entry->kind != SYMBOL_FUNCTION)
        return TEST_NONE;
    Str name = catalog_name(catalog, entry->name);
    if (is_suite(file->path))
        return called ? TEST_NONE : role_in_suite(name);
    bool is_case = str_ends(name, STR("_test")) || str_ends(name, STR("_test_"));
    return is_case ? TEST_CASE : TEST_NONE;
}
