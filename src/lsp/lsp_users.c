#include "lsp/lsp_users.h"

#include "lsp/lsp_imports.h"
#include "lsp/lsp_values.h"

/* Files that are read for one question. */
#define FILES_MAX 2000

static bool is_family(const LspUsers *users, uint32_t symbol)
{
    for (size_t i = 0; i < users->family.len; i++)
        if (users->family.ptr[i] == symbol)
            return true;
    return false;
}

static bool leads_there(const LspUsers *users, const EdgeVec *edges)
{
    for (size_t i = 0; i < edges->len; i++)
        if (edges->ptr[i].callee != SYMBOL_NOWHERE && edges->ptr[i].confidence >= EDGE_LIKELY &&
            edges->ptr[i].kind != EDGE_PART && is_family(users, edges->ptr[i].callee))
            return true;
    return false;
}

void lsp_users_report(LspUsers *users, LspFile *file, const Reference *reference)
{
    Arena *arena = &users->reader->arena;
    if (id_map_put(&users->reported, arena, reference->start, 0) == ID_MAP_NONE)
        users->visit(users->context, file, reference);
}

/* Visits the references of a file that are written with this name. */
static void visit_named(LspUsers *users, LspFile *file, Str name)
{
    LspReader *reader = users->reader;
    NamedReferenceVec found = {0};
    resolve_names(lsp_tree_resolver(reader), &reader->arena, file->id, &file->outline, name,
                  &found);
    for (size_t i = 0; i < found.len; i++) {
        const Reference *reference = found.ptr[i].reference;
        Reference placed = *reference;
        placed.start = (uint32_t)lsp_spot_reference(file, reference);
        if (reference->kind != REFERENCE_BIND && leads_there(users, &found.ptr[i].edges) &&
            placed.start + reference->name.len <= file->text.bytes.len)
            lsp_users_report(users, file, &placed);
    }
}

/* Visits the statements of imports that name the family, as mentions of it. */
static void visit_imports(LspUsers *users, LspFile *file, Str name)
{
    LspReader *reader = users->reader;
    LspStarts starts = {0};
    lsp_imports_sites(reader, file, name, &starts);
    for (size_t i = 0; i < starts.len; i++) {
        IdVec meant = {0};
        const Reference mention = {.kind = REFERENCE_TYPE, .name = name, .start = starts.ptr[i]};
        lsp_imports_meaning(reader, file, starts.ptr[i], name, &meant);
        if (meant.len && is_family(users, meant.ptr[0]))
            lsp_users_report(users, file, &mention);
    }
}

/* The names by which a file may refer to a symbol: its own, its type's if it is a constructor, and
   those that imports give it. */
static IdVec names_of(LspUsers *users, const LspFile *file, uint32_t symbol)
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
    return names;
}

void lsp_users_visit_file(LspUsers *users, uint32_t id)
{
    LspReader *reader = users->reader;
    LspFile *file = users->files < FILES_MAX ? lsp_tree_file(reader, id) : NULL;
    if (file)
        lsp_tree_outline(reader, file);
    if (!file || file->outline.symbols.len + 1 != catalog_row(reader->catalog, id)->count) {
        users->unread++;
        return;
    }
    users->files++;
    users->reported = (IdMap){0};
    Map done = map_open(&reader->arena);
    for (size_t i = 0; i < users->family.len; i++) {
        IdVec names = names_of(users, file, users->family.ptr[i]);
        for (size_t n = 0; n < names.len; n++) {
            Str name = catalog_name(reader->catalog, names.ptr[n]);
            bool added;
            map_put(&done, name, &added);
            if (!added || !name.len)
                continue;
            visit_imports(users, file, name);
            visit_named(users, file, name);
        }
    }
    lsp_values_visit(users, file);
}

void lsp_users_visit(LspUsers *users)
{
    LspReader *reader = users->reader;
    const Catalog *catalog = reader->catalog;
    uint64_t *set = NEW(&reader->arena, uint64_t, catalog->symbol_count / 64 + 1);
    bool *files = NEW(&reader->arena, bool, catalog->files.len + 1);
    EdgeVec edges = {0};
    for (size_t i = 0; i < users->family.len; i++)
        set[users->family.ptr[i] / 64] |= UINT64_C(1) << users->family.ptr[i] % 64;
    catalog_edges_into(catalog, &reader->arena, set, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        bool sure = edges.ptr[i].confidence >= EDGE_LIKELY;
        users->possible += !sure;
        files[catalog_place(catalog, edges.ptr[i].caller).file] |= sure;
    }
    lsp_values_files(users, files);
    for (uint32_t id = 0; id < catalog->files.len; id++)
        if (files[id])
            lsp_users_visit_file(users, id);
}
