/* Test commands of Bash projects: bats runs files that end in `.bats`. */
#include "languages_project.h"

#include "project/test_role.h"
#include "search/tests.h"

static bool is_bats(const CatalogFile *file)
{
    return str_ends(file->path, STR(".bats"));
}

bool tests_bash(Project *project, const CatalogFile *file, TestRun *run)
{
    (void)project;
    *run = (TestRun){.form = RUN_FILES,
                     .select = SELECT_FULL,
                     .option = "-f ",
                     .names_are_titles = true,
                     .command = STR("bats")};
    return is_bats(file);
}

/* In a file of bats only what `@test` begins is a test; set-up is run before all of them. */
TestRole roles_bash(Project *project, uint32_t symbol, bool called)
{
    static const char *const setups[] = {
        "setup", "teardown", "setup_file", "teardown_file", "setup_suite", "teardown_suite", NULL};
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str name = catalog_name(catalog, entry->name);
    if (!is_bats(file)) {
        bool is_case = test_holds(project, symbol) && tests_may_be_case(catalog, symbol, called);
        return is_case ? TEST_CASE : TEST_NONE;
    }
    if (entry->kind != SYMBOL_FUNCTION)
        return TEST_NONE;
    if (test_is_listed(setups, name))
        return TEST_SETUP;
    Str text = test_head(project, symbol).text;
    return str_starts(str_trim(text), STR("@test")) ? TEST_CASE : TEST_NONE;
}
