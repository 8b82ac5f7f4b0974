#include "search/tests.h"

static bool in_tests_module(const Catalog *catalog, const CatalogFile *file, uint32_t index)
{
    for (; index; index = file->entries[index].parent) {
        Str name = catalog_name(catalog, file->entries[index].name);
        if (file->entries[index].kind == SYMBOL_MODULE &&
            (str_equal(name, STR("tests")) || str_equal(name, STR("test"))))
            return true;
    }
    return false;
}

bool tests_hold(const Catalog *catalog, uint32_t symbol)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    return file->class == FILE_TEST || (lang_facts(file->language)->tests_are_in_test_modules &&
                                        in_tests_module(catalog, file, place.index));
}

static bool starts_with_any(Str name, const char *const *starts)
{
    for (; *starts; starts++)
        if (str_starts(name, str_from(*starts)))
            return true;
    return false;
}

bool tests_may_be_case(const Catalog *catalog, uint32_t symbol, bool called)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *file = catalog_row(catalog, place.file);
    const Entry *entry = &file->entries[place.index];
    const LangFacts *facts = lang_facts(file->language);
    SymbolKind kind = (SymbolKind)entry->kind;
    if (!place.index) // a test file whose top-level code calls it
        return true;
    if (kind == SYMBOL_MODULE && facts->modules_are_tests) // its tests are calls in the module
        return true;
    if (kind != SYMBOL_FUNCTION && kind != SYMBOL_METHOD)
        return false;
    if (facts->test_names)
        return starts_with_any(catalog_name(catalog, entry->name), facts->test_names);
    return !called;
}

void tests_focus(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *focus)
{
    SymbolPlace place = catalog_place(catalog, symbol);
    const Entry *entry = &catalog_row(catalog, place.file)->entries[place.index];
    *VEC_PUSH(arena, focus) = symbol;
    if (entry->kind == SYMBOL_CONSTRUCTOR && entry->parent)
        *VEC_PUSH(arena, focus) = symbol - place.index + entry->parent;
}

static bool note_call(void *context, const Edge *edge)
{
    bool *called = context;
    *called = edge->confidence >= EDGE_LIKELY && edge->caller != edge->callee;
    return !*called;
}

bool tests_are_called(const Catalog *catalog, uint32_t symbol)
{
    bool called = false;
    catalog_edges_to(catalog, symbol, note_call, &called);
    return called;
}
