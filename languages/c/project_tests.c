/* What functions of C and C++ tests are to their frameworks. A macro declares a test (GoogleTest,
   Catch2, doctest, Boost.Test, Check), or a call names a function as one (cmocka, Check, Unity,
   CUnit, GLib). A file with a `main` and neither of them is a program that is one test. */
#include "languages_project.h"

#include "project/test_role.h"

/* The tests that a set-up is for. */
typedef enum Prepares {
    PREPARES_FILE,  /* all of its file */
    PREPARES_GROUP, /* those that are added to the same first argument */
    PREPARES_CALL,  /* those of the same call */
} Prepares;

/* A call that names functions as tests and as what is run before and after them. */
typedef struct Registration {
    const char *callee; /* its name begins so */
    int test;           /* argument that is a test; -1: none */
    unsigned setups;    /* arguments that are set-ups, as bits */
    Prepares prepares;
} Registration;

#define ARGUMENT(n) (1u << (n))
/* Arguments of a call that are looked at: the longest of the table has six. */
#define ARGUMENTS_MAX 8
#define ALL_ARGUMENTS ((1u << ARGUMENTS_MAX) - 1)

/* The first that fits. */
static const Registration registrations[] = {
    {"cmocka_unit_test", 0, ALL_ARGUMENTS, PREPARES_CALL},
    {"cmocka_run_group_tests", -1, ALL_ARGUMENTS, PREPARES_FILE},
    {"tcase_add_checked_fixture", -1, ALL_ARGUMENTS, PREPARES_GROUP},
    {"tcase_add_unchecked_fixture", -1, ALL_ARGUMENTS, PREPARES_GROUP},
    {"tcase_add_", 1, 0, PREPARES_GROUP},
    {"RUN_TEST", 0, 0, PREPARES_FILE},
    {"CU_add_suite", -1, ALL_ARGUMENTS, PREPARES_FILE},
    {"CU_add_test", 2, 0, PREPARES_FILE},
    {"CU_ADD_TEST", 1, 0, PREPARES_FILE},
    {"g_test_add_func", 1, 0, PREPARES_FILE},
    {"g_test_add_data_func", 2, 0, PREPARES_FILE},
    {"g_test_add", 4, ARGUMENT(3) | ARGUMENT(5), PREPARES_CALL},
    {"mu_run_test", 0, 0, PREPARES_FILE},
    {"MU_RUN_TEST", 0, 0, PREPARES_FILE},
    {"MU_SUITE_CONFIGURE", -1, ALL_ARGUMENTS, PREPARES_FILE},
};

/* Methods that GoogleTest, CppUnit and CppUTest run before and after the tests of their class. */
static const char *const setups[] = {"SetUp",
                                     "TearDown",
                                     "SetUpTestSuite",
                                     "TearDownTestSuite",
                                     "SetUpTestCase",
                                     "TearDownTestCase",
                                     "setUp",
                                     "tearDown",
                                     "setup",
                                     "teardown",
                                     NULL};

/* ---- macros ---- */

/* Whether it is a macro that declares a test: `TEST_F(Suite, name)`. */
static bool is_test_macro(Str word)
{
    for (size_t i = 0; i < word.len; i++)
        if (word.ptr[i] >= 'a' && word.ptr[i] <= 'z')
            return false;
    return str_find(word, STR("TEST")) != STR_NONE || str_find(word, STR("SCENARIO")) != STR_NONE;
}

static bool is_macro_setup(Str word)
{
    return str_equal(word, STR("TEST_SETUP")) || str_equal(word, STR("TEST_TEAR_DOWN")) ||
           str_equal(word, STR("TEST_GROUP"));
}

/* ---- calls ---- */

/* The call that directly holds the offset: its opening parenthesis, or STR_NONE; *argument: the
   number of the argument there. */
static size_t call_around(Str text, size_t at, unsigned *argument)
{
    size_t depth = 0;
    *argument = 0;
    while (at--) {
        char c = text.ptr[at];
        if (byte_in(c, ";{}") && !depth)
            return STR_NONE;
        depth += c == ')';
        *argument += c == ',' && !depth;
        if (c == '(' && !depth)
            return at;
        depth -= c == '(';
    }
    return STR_NONE;
}

static Str word_before(Str text, size_t end)
{
    size_t start = end;
    while (start && byte_is_word(text.ptr[start - 1]))
        start--;
    return str_slice(text, start, end);
}

/* A place where a function is named as a test or a set-up. */
typedef struct Registered {
    const Registration *row;
    TestRole role; /* NONE: the call says nothing */
    size_t open;   /* the call's parenthesis */
    Str first;     /* its first argument */
} Registered;

/* What the call that holds the name at the offset makes of the function. */
static Registered registered_at(Str text, size_t at)
{
    unsigned argument;
    size_t open = call_around(text, at, &argument);
    Str callee = open == STR_NONE ? (Str){0} : word_before(text, open);
    for (size_t i = 0; callee.len && i < COUNT(registrations); i++) {
        const Registration *row = &registrations[i];
        if (!str_starts(callee, str_from(row->callee)))
            continue;
        bool setup = argument < ARGUMENTS_MAX && row->setups & ARGUMENT(argument);
        Str rest = str_from_offset(text, open + 1);
        return (Registered){row,
                            row->test == (int)argument ? TEST_CASE
                            : setup                    ? TEST_SETUP
                                                       : TEST_NONE,
                            open, str_trim(str_slice(rest, 0, str_find_byte(rest, ',')))};
    }
    return (Registered){0};
}

/* Finds the next place from the offset that makes the function a test or a set-up, and moves the
   offset after it. */
static bool next_registered(Str text, Str name, size_t *from, Registered *found)
{
    while (name.len) {
        size_t at = str_find(str_from_offset(text, *from), name);
        if (at == STR_NONE)
            return false;
        at += *from;
        *from = at + name.len;
        bool whole = (!at || !byte_is_word(text.ptr[at - 1])) &&
                     (*from >= text.len || !byte_is_word(text.ptr[*from]));
        *found = whole ? registered_at(text, at) : (Registered){0};
        if (found->role != TEST_NONE)
            return true;
    }
    return false;
}

/* What the calls of the file that name the function make of it. */
static TestRole role_by_calls(Str text, Str name)
{
    size_t from = 0;
    Registered found;
    return next_registered(text, name, &from, &found) ? found.role : TEST_NONE;
}

static bool is_prepared_by(Str text, Registered setup, Str test)
{
    size_t from = 0;
    for (Registered one; next_registered(text, test, &from, &one);)
        if (one.role == TEST_CASE &&
            (setup.row->prepares == PREPARES_CALL ? one.open == setup.open
                                                  : str_equal(one.first, setup.first)))
            return true;
    return false;
}

static Str text_of(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    Str path = catalog->files.ptr[catalog_place(catalog, symbol).file].path;
    return project_file(project, (Str){0}, str_terminate(project->request->arena, path))->text;
}

bool prepares_c(Project *project, uint32_t setup, uint32_t test)
{
    const Catalog *catalog = project->session->catalog;
    Str text = text_of(project, setup);
    Str own = catalog_name(catalog, catalog_entry(catalog, setup)->name);
    Str name = catalog_name(catalog, catalog_entry(catalog, test)->name);
    size_t from = 0;
    bool any = false;
    for (Registered found; next_registered(text, own, &from, &found);) {
        if (found.role != TEST_SETUP)
            continue;
        any = true;
        if (found.row->prepares == PREPARES_FILE || is_prepared_by(text, found, name))
            return true;
    }
    return !any;
}

/* Whether a framework runs functions of the file: then `main` only starts it. */
static bool has_cases(Project *project, const CatalogFile *file, Str text)
{
    for (size_t i = 0; i < COUNT(registrations); i++)
        if (registrations[i].test >= 0 &&
            str_find(text, str_from(registrations[i].callee)) != STR_NONE)
            return true;
    for (uint32_t i = 1; i < file->count; i++)
        if (file->entries[i].kind == SYMBOL_FUNCTION &&
            is_test_macro(str_first_word(str_trim(test_head(project, file->first + i).text))))
            return true;
    return false;
}

/* Whether `main` runs what other files register: then it only starts the framework. */
static bool starts_others(Project *project, uint32_t symbol)
{
    const Catalog *catalog = project->session->catalog;
    EdgeVec edges = {0};
    catalog_edges_of(catalog, project->request->arena, symbol, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        uint32_t callee = edges.ptr[i].callee;
        if (callee == SYMBOL_NOWHERE || !test_holds(project, callee) ||
            catalog_place(catalog, callee).file == catalog_place(catalog, symbol).file)
            continue;
        if (has_cases(project, catalog_row(catalog, catalog_place(catalog, callee).file),
                      text_of(project, callee)))
            return true;
    }
    return false;
}

/* ---- roles ---- */

/* Whether it is a method of a file of XCTest that the framework takes for a test. */
static bool is_of_xctest(Project *project, uint32_t symbol, const Entry *entry)
{
    Str name = catalog_name(project->session->catalog, entry->name);
    return entry->kind == SYMBOL_METHOD && str_starts(name, STR("test")) &&
           project_has_word(text_of(project, symbol), "XCTestCase");
}

static TestRole role_of_member(const Catalog *catalog, const Entry *entry)
{
    bool setup = entry->kind == SYMBOL_CONSTRUCTOR || entry->kind == SYMBOL_FIELD ||
                 test_is_listed(setups, catalog_name(catalog, entry->name));
    return setup ? TEST_SETUP : TEST_NONE;
}

TestRole roles_c(Project *project, uint32_t symbol, bool called)
{
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    if (!test_holds(project, symbol))
        return TEST_NONE;
    if (!place.index)
        return TEST_SETUP; /* a value of the file is set before all of its tests */
    Str word = str_first_word(str_trim(test_head(project, symbol).text));
    if (is_test_macro(word))
        return is_macro_setup(word) ? TEST_SETUP : TEST_CASE;
    if (is_of_xctest(project, symbol, entry))
        return TEST_CASE;
    if (entry->owner || test_class(catalog, symbol) != SYMBOL_NOWHERE)
        return role_of_member(catalog, entry);
    if (entry->kind != SYMBOL_FUNCTION)
        return entry->kind == SYMBOL_VARIABLE ? TEST_SETUP : TEST_NONE;
    Str name = catalog_name(catalog, entry->name);
    Str text = text_of(project, symbol);
    TestRole role = role_by_calls(text, name);
    if (role != TEST_NONE)
        return role;
    if (str_equal(name, STR("main")))
        return has_cases(project, file, text) || starts_others(project, symbol) ? TEST_STARTER
                                                                                : TEST_CASE;
    bool alone = !called && !project_has_word(text, "main") && !has_cases(project, file, text);
    return alone ? TEST_CASE : TEST_NONE;
}
