#include "explore/search_context.h"

#include "query/query.h"

/* Maximum number of neighbouring files. */
#define SEARCH_FILES_MAX 40

/* ---- files ---- */

typedef struct Gathering {
    Arena *arena;
    const Catalog *catalog;
    bool *known; /* by file: found, or in `files` */
    SearchFileVec files;
} Gathering;

static void put_file(Gathering *gathering, uint32_t file, uint32_t of, bool imported)
{
    if (file == FILE_NOWHERE || gathering->known[file] || gathering->files.len == SEARCH_FILES_MAX)
        return;
    gathering->known[file] = true;
    *VEC_PUSH(gathering->arena, &gathering->files) = (SearchFile){
        gathering->catalog->files.ptr[file].path, gathering->catalog->files.ptr[of].path, imported};
}

static void put_imported(Gathering *gathering, uint32_t file)
{
    ImportLinkVec imports = {0};
    catalog_imports(gathering->catalog, gathering->arena, file, &imports);
    for (size_t i = 0; i < imports.len; i++)
        put_file(gathering, imports.ptr[i].target, file, true);
}

/* Adds files that import a found one, in one pass over all imports. */
static void put_importers(Gathering *gathering, const bool *found)
{
    const Catalog *catalog = gathering->catalog;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        Arena work = scratch;
        ImportLinkVec imports = {0};
        if (!catalog->files.ptr[file].path.len)
            continue;
        catalog_imports(catalog, &work, file, &imports);
        for (size_t i = 0; i < imports.len; i++)
            if (imports.ptr[i].target != FILE_NOWHERE && found[imports.ptr[i].target])
                put_file(gathering, file, imports.ptr[i].target, false);
    }
}

SearchFileVec search_dependencies(Arena *arena, const Catalog *catalog, const SearchFound *found)
{
    Gathering gathering = {
        .arena = arena, .catalog = catalog, .known = NEW(arena, bool, catalog->files.len + 1)};
    bool *own = NEW(arena, bool, catalog->files.len + 1);
    for (size_t i = 0; i < found->count; i++)
        own[found->places[i].file] = gathering.known[found->places[i].file] = true;
    for (size_t i = 0; i < found->count; i++)
        put_imported(&gathering, found->places[i].file);
    put_importers(&gathering, own);
    return gathering.files;
}

/* ---- declarations ---- */

static Json *neighbour_value(Arena *arena, const Catalog *catalog, const CatalogFile *row,
                             uint32_t entry)
{
    const Entry *own = &row->entries[entry];
    Json *value = json_object(arena);
    json_set(value, STR("name"),
             json_str(arena, catalog_qualified_name(catalog, arena, row->first + entry)));
    json_set(value, STR("kind"), json_str(arena, symbol_kind_name((SymbolKind)own->kind)));
    json_set(value, STR("start"), json_u64(arena, own->start_line));
    json_set(value, STR("end"), json_u64(arena, own->end_line));
    return value;
}

void search_set_neighbours(Arena *arena, const Catalog *catalog, const SearchPlace *place,
                           uint32_t count, Json *value)
{
    const CatalogFile *row = catalog_row(catalog, place->file);
    uint32_t parent = row->entries[place->entry].parent, first = place->entry, left = count;
    Json *context = json_object(arena), *before = json_array(arena), *after = json_array(arena);
    for (uint32_t i = place->entry; --i > parent && left;)
        if (row->entries[i].parent == parent) {
            first = i;
            left--;
        }
    for (uint32_t i = first; i < place->entry; i++)
        if (row->entries[i].parent == parent)
            json_add(before, neighbour_value(arena, catalog, row, i));
    left = count;
    for (uint32_t i = place->entry + 1; i < row->count && left; i++)
        if (row->entries[i].parent == parent) {
            json_add(after, neighbour_value(arena, catalog, row, i));
            left--;
        }
    json_set(context, STR("before"), before);
    json_set(context, STR("after"), after);
    if (before->first || after->first)
        json_set(value, STR("context"), context);
}
