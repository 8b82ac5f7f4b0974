/* Imports and edges of a file as packed numbers. Callers and callees are written as places (file
   id, index), which survive changes of other files. */
#include "base/pack.h"
#include "index/catalog/catalog_lean.h"

static void pack_imports(Buf *out, const ImportLinkVec *imports)
{
    pack_put(out, imports->len);
    uint32_t line = 0;
    for (size_t i = 0; i < imports->len; i++) {
        const ImportLink *link = &imports->ptr[i];
        pack_put(out, link->target == FILE_NOWHERE ? 0 : link->target + 1);
        pack_put(out, link->package);
        pack_put(out, link->name);
        pack_put(out, link->alias);
        pack_put(out, link->flags);
        pack_put_near(out, link->line, line);
        line = link->line;
    }
}

/* The callee: 0 and a name for what is outside; else its file + 1 and its index. */
static void pack_callee(const Catalog *catalog, Buf *out, const Edge *edge)
{
    bool outside = edge->callee == SYMBOL_NOWHERE;
    SymbolPlace place = outside ? (SymbolPlace){0} : catalog_place(catalog, edge->callee);
    pack_put(out, outside ? 0 : (uint64_t)place.file + 1);
    pack_put(out, outside ? edge->external : place.index);
}

static void pack_edges(const Catalog *catalog, Buf *out, uint32_t file, const EdgeVec *edges)
{
    uint32_t first = catalog->files.ptr[file].first, caller = 0, line = 0;
    for (size_t i = 0; i < edges->len; i++) {
        const Edge *edge = &edges->ptr[i];
        pack_put(out, edge->caller - first - caller);
        caller = edge->caller - first;
        pack_put(out, (uint64_t)edge->kind << 2 | edge->confidence);
        pack_callee(catalog, out, edge);
        pack_put_near(out, edge->line, line);
        line = edge->line;
        pack_put(out, edge->count);
    }
}

void catalog_set_links(Catalog *catalog, Arena scratch, uint32_t file, const ImportLinkVec *imports,
                       const EdgeVec *edges)
{
    Buf out = buf_open(&scratch, 0);
    pack_imports(&out, imports);
    pack_edges(catalog, &out, file, edges);
    CatalogFile *row = &catalog->files.ptr[file];
    bool nothing = !imports->len && !edges->len;
    Str packed = nothing ? (Str){0} : buf_str(&out);
    row->moved = NULL;
    catalog->callers.ready = false;
    if (str_equal(packed, row->links))
        return;
    row->links = str_copy(catalog->lean ? &catalog->lean->links : catalog->arena, packed);
    row->changed |= CATALOG_LINKS;
}
