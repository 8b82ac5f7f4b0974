/* Packing imports and edges of a file. Callers and callees are written as places (file id, index),
   which stay valid when other files change. */
#include "index/catalog/catalog_callers.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/links_columns.h"

static void pack_imports(Buf *out, const ImportLinkVec *imports)
{
    varint_put(out, imports->len);
    uint32_t line = 0;
    for (size_t i = 0; i < imports->len; i++) {
        const ImportLink *link = &imports->ptr[i];
        varint_put(out, link->target == FILE_NOWHERE ? 0 : link->target + 1);
        varint_put(out, link->package);
        varint_put(out, link->name);
        varint_put(out, link->alias);
        varint_put(out, link->flags);
        varint_put_near(out, link->line, line);
        line = link->line;
    }
}

typedef struct LinkBufs {
    Buf columns[LINK_COLUMNS];
} LinkBufs;

static void pack_callee(const Catalog *catalog, LinkBufs *out, uint32_t file, const Edge *edge)
{
    if (edge->callee == SYMBOL_NOWHERE) {
        varint_put(&out->columns[LINK_FILE], 0);
        varint_put(&out->columns[LINK_NAME], edge->external);
        return;
    }
    SymbolPlace place = catalog_place(catalog, edge->callee);
    varint_put(&out->columns[LINK_FILE], 1 + link_distance(file, place.file));
    varint_put(&out->columns[LINK_NUMBER], place.index);
}

static void pack_edges(const Catalog *catalog, LinkBufs *out, uint32_t file, const EdgeVec *edges)
{
    uint32_t first = catalog->files.ptr[file].first, caller = 0, line = 0;
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        varint_put(&out->columns[LINK_CALLER], edge->caller - first - caller);
        caller = edge->caller - first;
        varint_put(&out->columns[LINK_SORT], (uint64_t)edge->kind << 2 | edge->confidence);
        pack_callee(catalog, out, file, edge);
        varint_put_near(&out->columns[LINK_LINE], edge->line, line);
        line = edge->line;
        varint_put(&out->columns[LINK_COUNT], edge->count);
    }
}

static Str pack_links(const Catalog *catalog, Arena *arena, uint32_t file,
                      const ImportLinkVec *imports, const EdgeVec *edges)
{
    LinkBufs out;
    LinksCut cut;
    for (size_t i = 0; i < LINK_COLUMNS; i++) {
        out.columns[i] = buf_open(arena, 0);
        buf_reserve(&out.columns[i], i == LINK_IMPORTS ? imports->len : 2 * edges->len);
    }
    pack_imports(&out.columns[LINK_IMPORTS], imports);
    pack_edges(catalog, &out, file, edges);
    for (size_t i = 0; i < LINK_COLUMNS; i++)
        cut.columns[i] = buf_str(&out.columns[i]);
    return links_join(arena, &cut);
}

void catalog_take_links(Catalog *catalog, uint32_t file, Str packed)
{
    callers_note_links(catalog, file);
    catalog->files.ptr[file].links =
        str_copy(catalog->lean ? &catalog->lean->links : catalog->arena, packed);
}

void catalog_set_links(Catalog *catalog, Arena scratch, uint32_t file, const ImportLinkVec *imports,
                       const EdgeVec *edges)
{
    CatalogFile *row = &catalog->files.ptr[file];
    bool nothing = !imports->len && !edges->len;
    Str packed = nothing ? (Str){0} : pack_links(catalog, &scratch, file, imports, edges);
    row->moved = NULL;
    if (str_equal(packed, row->links))
        return;
    catalog_take_links(catalog, file, packed);
    row->changed |= CATALOG_LINKS;
}
