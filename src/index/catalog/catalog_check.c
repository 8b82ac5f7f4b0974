/* One pass over the files. Dense ids are checked by looking up their place. Links are checked only
   if they are up to date, not while a change waits to be resolved. */
#include "index/catalog/catalog_check.h"

#include "base/buf.h"

typedef struct Check {
    const Catalog *catalog;
    Arena *arena;
    uint32_t file;
    Str fault;
} Check;

static void fail(Check *check, uint32_t index, const char *what)
{
    if (check->fault.len)
        return;
    Str path = check->catalog->files.ptr[check->file].path;
    check->fault = str_format(check->arena, "%.*s, symbol %u: %s", STR_ARG(path), index, what);
}

/* ---- dense ids ---- */

static bool has_place(const Catalog *catalog, uint32_t file, uint32_t index)
{
    SymbolPlace place = catalog_place(catalog, catalog->files.ptr[file].first + index);
    return place.file == file && place.index == index;
}

static void check_numbers(Check *check)
{
    const Catalog *catalog = check->catalog;
    const CatalogFile *file = &catalog->files.ptr[check->file];
    if (!file->count || catalog->renumber)
        return;
    if (file->first > catalog->symbol_count || file->count > catalog->symbol_count - file->first)
        fail(check, 0, "its number is above the count of all symbols");
    else if (!has_place(catalog, check->file, 0) ||
             !has_place(catalog, check->file, file->count - 1))
        fail(check, 0, "its number is that of another symbol");
}

/* ---- entries ---- */

static void check_entry(Check *check, uint32_t index)
{
    const CatalogFile *file = &check->catalog->files.ptr[check->file];
    const Entry *entry = &file->entries[index];
    uint32_t names = names_count(&check->catalog->names);
    if (entry->name >= names || entry->owner >= names || entry->type >= names)
        fail(check, index, "there is no such name");
    else if (index && entry->parent >= index)
        fail(check, index, "its parent comes after it");
    else if (entry->kind >= SYMBOL_KIND_COUNT)
        fail(check, index, "there is no such kind");
}

static void check_entries(Check *check)
{
    const CatalogFile *file = &check->catalog->files.ptr[check->file];
    for (uint32_t i = 0; file->entries && i < file->count && !check->fault.len; i++)
        check_entry(check, i);
}

/* ---- links ---- */

/* A reader stops at such an edge, so all later edges of the file would be missing. */
static bool check_callee(void *context, uint32_t file, uint32_t index)
{
    Check *check = context;
    const Catalog *catalog = check->catalog;
    if (file >= catalog->files.len || index >= catalog->files.ptr[file].count)
        fail(check, index, "an edge ends at a symbol that is gone");
    return !check->fault.len;
}

static void check_links(Check *check)
{
    const Catalog *catalog = check->catalog;
    const CatalogFile *file = &catalog->files.ptr[check->file];
    Arena scratch = *check->arena;
    ImportLinkVec imports = {0};
    if (!file->links.len || file->moved || catalog->renumber)
        return;
    catalog_visit_callees(catalog, check->file, check_callee, check);
    catalog_imports(catalog, &scratch, check->file, &imports);
    for (size_t i = 0; i < imports.len && !check->fault.len; i++)
        if (imports.ptr[i].target != FILE_NOWHERE && imports.ptr[i].target >= catalog->files.len)
            fail(check, 0, "an import leads to no file");
}

/* ---- lists by name ---- */

static void check_named(Check *check)
{
    const Catalog *catalog = check->catalog;
    for (uint32_t name = 0; name < catalog->by_name_count && !check->fault.len; name++) {
        uint32_t start = catalog->name_starts[name], end = catalog->name_starts[name + 1];
        for (uint32_t i = start; i < end && !check->fault.len; i++) {
            uint32_t symbol = catalog->by_name[i];
            SymbolPlace place = catalog_place(catalog, symbol);
            const CatalogFile *file = &catalog->files.ptr[place.file];
            check->file = place.file;
            if (i > start && catalog->by_name[i - 1] >= symbol)
                fail(check, place.index, "symbols of a name are not ascending");
            else if (file->entries && file->entries[place.index].name != name)
                fail(check, place.index, "it is listed under another name");
        }
    }
}

Str catalog_fault(Arena *arena, const Catalog *catalog)
{
    Check check = {.catalog = catalog, .arena = arena};
    bool here = !catalog->lazy && !catalog->lean;
    for (; check.file < catalog->files.len && !check.fault.len; check.file++) {
        check_numbers(&check);
        if (here)
            check_entries(&check);
        if (here && !(catalog->absent & CATALOG_LINKS))
            check_links(&check);
        if (check.fault.len)
            break;
    }
    if (here && !check.fault.len && catalog->by_name_ready && !catalog->numbering.scattered &&
        !catalog->renumber)
        check_named(&check);
    return check.fault;
}

#ifdef FOVEA_INVARIANTS
/* Address space for the links of one file at a time. */
#define CHECK_RESERVE GB

void catalog_assert_sound(const Catalog *catalog)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, CHECK_RESERVE);
    Str fault = catalog_fault(&scratch, catalog);
    if (fault.len)
        fprintf(stderr, "fovea: the catalog is not sound: %.*s\n", STR_ARG(fault));
    assert(!fault.len);
}
#endif
