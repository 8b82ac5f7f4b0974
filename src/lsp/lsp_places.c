/* Answers that are lists of places. */
#include "index/graph/modules.h"
#include "lsp/lsp_kinds.h"
#include "lsp/lsp_spot.h"
#include "search/symbols.h"

/* Symbols of one answer. */
#define FOUND_MAX 100
/* Places of one answer; an editor shows them as a list. */
#define PLACES_MAX 10000
/* Files that are read for one question about references. */
#define FILES_MAX 2000

static Json *location(LspReader *reader, const LspNamePlace *place)
{
    return lsp_reader_location(
        reader, place->file->uri,
        lsp_reader_range(reader, &place->file->text, place->start, place->end));
}

/* ---- definition ---- */

Json *lsp_places_definition(LspReader *reader, const Json *params, RpcFault *fault)
{
    LspSpot spot;
    LspNamePlace place;
    Json *all = json_array(&reader->arena);
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    IdVec subjects = lsp_spot_subjects(reader, &spot);
    for (size_t i = 0; i < subjects.len; i++)
        if (lsp_spot_place(reader, subjects.ptr[i], &place))
            json_add(all, location(reader, &place));
    if (spot.is_local && !subjects.len)
        json_add(all, lsp_reader_location(reader, spot.file->uri,
                                          lsp_reader_range(reader, &spot.file->text, spot.local,
                                                           spot.local + spot.name.len)));
    return all;
}

/* ---- references ---- */

typedef struct Users {
    LspReader *reader;
    IdVec family;
    Json *all;
    size_t files;
} Users;

static bool is_family(const Users *users, uint32_t symbol)
{
    for (size_t i = 0; i < users->family.len; i++)
        if (users->family.ptr[i] == symbol)
            return true;
    return false;
}

static bool leads_there(const Users *users, const EdgeVec *edges)
{
    for (size_t i = 0; i < edges->len; i++)
        if (edges->ptr[i].callee != SYMBOL_NOWHERE && edges->ptr[i].confidence >= EDGE_LIKELY &&
            is_family(users, edges->ptr[i].callee))
            return true;
    return false;
}

/* Adds the references of a file that are written with this name. */
static void add_named(Users *users, LspFile *file, Str name)
{
    LspReader *reader = users->reader;
    NamedReferenceVec found = {0};
    uint32_t last = UINT32_MAX;
    resolve_names(lsp_tree_resolver(reader), &reader->arena, file->id, &file->outline, name,
                  &found);
    for (size_t i = 0; i < found.len && users->all->count < PLACES_MAX; i++) {
        const Reference *reference = found.ptr[i].reference;
        size_t end = reference->start + reference->name.len;
        if (reference->kind == REFERENCE_BIND || reference->start == last ||
            !leads_there(users, &found.ptr[i].edges) || end > file->text.bytes.len)
            continue;
        last = reference->start;
        json_add(users->all, lsp_reader_location(reader, file->uri,
                                                 lsp_reader_range(reader, &file->text, last, end)));
    }
}

/* The names by which a file may refer to a symbol: its own, its type's if it is a constructor, and
   those that imports give it. */
static void add_names(Users *users, LspFile *file, uint32_t symbol, Map *done)
{
    LspReader *reader = users->reader;
    const Catalog *catalog = reader->catalog;
    SymbolPlace place = catalog_place(catalog, symbol);
    const CatalogFile *row = catalog_row(catalog, place.file);
    const Entry *entry = &row->entries[place.index];
    ImportLinkVec imports = {0};
    IdVec names = {0};
    *VEC_PUSH(&reader->arena, &names) = entry->name;
    if (entry->kind == SYMBOL_CONSTRUCTOR && entry->parent)
        *VEC_PUSH(&reader->arena, &names) = row->entries[entry->parent].name;
    catalog_imports(catalog, &reader->arena, file->id, &imports);
    for (size_t i = 0; i < imports.len; i++)
        if (imports.ptr[i].alias && imports.ptr[i].name == entry->name)
            *VEC_PUSH(&reader->arena, &names) = imports.ptr[i].alias;
    for (size_t i = 0; i < names.len; i++) {
        bool added;
        Str name = catalog_name(catalog, names.ptr[i]);
        map_put(done, name, &added);
        if (added && name.len)
            add_named(users, file, name);
    }
}

static void add_file(Users *users, uint32_t id)
{
    LspReader *reader = users->reader;
    LspFile *file = users->files++ < FILES_MAX ? lsp_tree_file(reader, id) : NULL;
    if (!file)
        return;
    lsp_tree_outline(reader, file);
    if (file->outline.symbols.len + 1 != catalog_row(reader->catalog, id)->count)
        return;
    Map done = map_open(&reader->arena);
    for (size_t i = 0; i < users->family.len; i++)
        add_names(users, file, users->family.ptr[i], &done);
}

/* The files with edges into the family, ascending. */
static void find_users(Users *users)
{
    LspReader *reader = users->reader;
    const Catalog *catalog = reader->catalog;
    uint64_t *set = NEW(&reader->arena, uint64_t, catalog->symbol_count / 64 + 1);
    bool *files = NEW(&reader->arena, bool, catalog->files.len + 1);
    EdgeVec edges = {0};
    for (size_t i = 0; i < users->family.len; i++)
        set[users->family.ptr[i] / 64] |= UINT64_C(1) << users->family.ptr[i] % 64;
    catalog_edges_into(catalog, &reader->arena, set, &edges);
    for (size_t i = 0; i < edges.len; i++)
        files[catalog_place(catalog, edges.ptr[i].caller).file] = true;
    for (uint32_t id = 0; id < catalog->files.len; id++)
        if (files[id])
            add_file(users, id);
}

static void add_declarations(Users *users)
{
    LspNamePlace place;
    for (size_t i = 0; i < users->family.len; i++)
        if (lsp_spot_place(users->reader, users->family.ptr[i], &place))
            json_add(users->all, location(users->reader, &place));
}

Json *lsp_places_references(LspReader *reader, const Json *params, RpcFault *fault)
{
    LspSpot spot;
    const Json *wanted = json_get(json_get(params, STR("context")), STR("includeDeclaration"));
    Users users = {.reader = reader, .all = json_array(&reader->arena)};
    if (!lsp_spot_find(reader, params, &spot, fault))
        return NULL;
    IdVec subjects = lsp_spot_subjects(reader, &spot);
    for (size_t i = 0; i < subjects.len; i++) {
        users.family = lsp_spot_family(reader, subjects.ptr[i]);
        if (wanted && wanted->type == JSON_TRUE)
            add_declarations(&users);
        find_users(&users);
    }
    return users.all;
}

/* ---- workspace/symbol ---- */

static void add_symbol(LspReader *reader, uint32_t symbol, Json *all)
{
    Arena *arena = &reader->arena;
    LspNamePlace place;
    SymbolPlace at = catalog_place(reader->catalog, symbol);
    const Entry *entry = catalog_entry(reader->catalog, symbol);
    if (!at.index || !lsp_spot_place(reader, symbol, &place))
        return;
    Json *value = json_object(arena);
    json_set(value, STR("name"), json_str(arena, catalog_name(reader->catalog, entry->name)));
    json_set(value, STR("kind"), json_u64(arena, lsp_kinds_of((SymbolKind)entry->kind)));
    json_set(value, STR("location"), location(reader, &place));
    if (entry->parent) {
        uint32_t parent = reader->catalog->files.ptr[at.file].first + entry->parent;
        json_set(value, STR("containerName"),
                 json_str(arena, catalog_qualified_name(reader->catalog, arena, parent)));
    }
    json_add(all, value);
}

Json *lsp_places_symbols(LspReader *reader, const Json *params, RpcFault *fault)
{
    SymbolHits hits = {0};
    Err err = {0};
    Json *all = json_array(&reader->arena);
    Catalog *catalog = lsp_tree_catalog(reader, fault);
    const SymbolQuery query = {.text = json_text(params, STR("query")), .limit = FOUND_MAX};
    if (!catalog)
        return NULL;
    if (!str_trim(query.text).len)
        return all;
    if (!symbols_search(catalog, &reader->arena, &query, &hits, &err)) {
        lsp_reader_refuse(reader, fault, RPC_INVALID_PARAMS, str_from(err.message));
        return NULL;
    }
    for (size_t i = 0; i < hits.list.len; i++)
        add_symbol(reader, hits.list.ptr[i].symbol, all);
    return all;
}
