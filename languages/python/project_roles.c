/* Roles of functions for pytest and unittest: collected tests, functions run before them, and
   fixtures. */
#include "languages_project.h"

#include "languages/python/project.h"
#include "project/test_role.h"

/* The head of a class: `class Name(Bases):`. */
static Str bases_of(Project *project, uint32_t type)
{
    Str text = test_head(project, type).text;
    size_t at = str_find(text, STR("class "));
    if (at == STR_NONE)
        return (Str){0};
    text = str_from_offset(text, at);
    size_t open = str_find_byte(text, '('), colon = str_find_byte(text, ':');
    if (open == STR_NONE || colon == STR_NONE || colon < open)
        return (Str){0};
    text = str_from_offset(text, open + 1);
    return str_slice(text, 0, MIN(str_find_byte(text, ')'), text.len));
}

/* Chains of bases are followed this far. */
#define BASES_DEPTH_MAX 8

static bool is_test_case(Project *project, uint32_t type, unsigned depth)
{
    const Catalog *catalog = project->session->catalog;
    EdgeVec edges = {0};
    Str bases = bases_of(project, type);
    if (str_find(bases, STR("TestCase")) != STR_NONE)
        return true;
    if (depth >= BASES_DEPTH_MAX || !bases.len)
        return false;
    catalog_edges_of(catalog, project->request->arena, type, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].kind == REFERENCE_BASE && edges.ptr[i].callee != SYMBOL_NOWHERE &&
            is_test_case(project, edges.ptr[i].callee, depth + 1))
            return true;
    return false;
}

bool python_is_test_case(Project *project, uint32_t type)
{
    return is_test_case(project, type, 0);
}

bool python_is_collected(Project *project, uint32_t type)
{
    const Catalog *catalog = project->session->catalog;
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, type).file);
    Str name = catalog_name(catalog, catalog_entry(catalog, type)->name);
    return python_is_named(project, file, "python_classes", "Test", name) ||
           is_test_case(project, type, 0);
}

static bool is_collected_somewhere(Project *project, uint32_t type)
{
    IdVec derived = {0};
    if (python_is_collected(project, type))
        return true;
    test_derived(project, type, &derived);
    for (size_t i = 0; i < derived.len; i++)
        if (python_is_collected(project, derived.ptr[i]))
            return true;
    return false;
}

/* Whether unittest runs the method `runTest` of a class: where it has no other test. */
static bool is_lone_test(Project *project, uint32_t symbol, uint32_t type)
{
    const Catalog *catalog = project->session->catalog;
    const CatalogFile *file = catalog_row(catalog, catalog_place(catalog, type).file);
    Str name = catalog_name(catalog, catalog_entry(catalog, symbol)->name);
    uint32_t own = catalog_place(catalog, type).index;
    for (uint32_t i = own + 1; i < file->count; i++)
        if (file->entries[i].parent == own &&
            str_starts(catalog_name(catalog, file->entries[i].name), STR("test")))
            return false;
    return str_equal(name, STR("runTest"));
}

TestRole roles_python(Project *project, uint32_t symbol, bool called)
{
    (void)called;
    const Catalog *catalog = project->session->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    Str name = catalog_name(catalog, entry->name);
    if (!place.index)
        return TEST_CASE;
    if (entry->kind != SYMBOL_FUNCTION && entry->kind != SYMBOL_METHOD)
        return TEST_NONE;
    SymbolKind outer = entry->parent ? (SymbolKind)file->entries[entry->parent].kind : SYMBOL_NONE;
    if (outer == SYMBOL_FUNCTION || outer == SYMBOL_METHOD)
        return TEST_NONE;
    if (test_is_marked(test_head(project, symbol).marks, "fixture"))
        return TEST_FIXTURE;
    if (test_is_listed(lang_facts(file->language)->test_setups, name))
        return TEST_SETUP;
    uint32_t type = test_class(catalog, symbol);
    bool named = type != SYMBOL_NOWHERE && is_test_case(project, type, 0)
                     ? str_starts(name, STR("test")) || is_lone_test(project, symbol, type)
                     : python_is_named(project, file, "python_functions", "test", name);
    if (!named || (type != SYMBOL_NOWHERE && !is_collected_somewhere(project, type)) ||
        test_is_replaced(project, symbol))
        return TEST_NONE;
    return TEST_CASE;
}
