/* What readers of a catalog see, as text: to compare one that was updated with one that was built
   anew. */
#pragma once

#include "test.h"

#include "base/buf.h"
#include "index/catalog_store.h"

static Catalog *load(Store *store)
{
    Catalog *catalog = NULL;
    Err err;
    EXPECT(catalog_load(test_arena(), test_scratch(), store, CATALOG_ALL, &catalog, &err));
    EXPECT(!catalog->damaged);
    return catalog;
}

typedef struct Mentioned {
    const Catalog *catalog;
    VEC(Str) names;
} Mentioned;

static bool note_mention(void *context, uint32_t name)
{
    Mentioned *mentioned = context;
    *VEC_PUSH(test_arena(), &mentioned->names) = catalog_name(mentioned->catalog, name);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

/* By name: ids depend on the order in which names came. */
static void put_mentions(const Catalog *catalog, uint32_t id, Buf *out)
{
    Mentioned mentioned = {.catalog = catalog};
    catalog_mentions(catalog, id, note_mention, &mentioned);
    if (mentioned.names.len)
        qsort(mentioned.names.ptr, mentioned.names.len, sizeof(Str), compare_names);
    for (size_t i = 0; i < mentioned.names.len; i++)
        buf_printf(out, " %.*s", STR_ARG(mentioned.names.ptr[i]));
}

static void put_file(const Catalog *catalog, uint32_t id, Buf *out)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    buf_printf(out, "%.*s %d %d %u:", STR_ARG(file->path), file->class, file->state, file->lines);
    put_mentions(catalog, id, out);
    buf_put_byte(out, '\n');
    for (uint32_t i = 0; i < file->count; i++) {
        const Entry *entry = &file->entries[i];
        buf_printf(out, "  %.*s %.*s %u-%u %d %u %.*s\n",
                   STR_ARG(catalog_qualified_name(catalog, test_arena(), file->first + i)),
                   STR_ARG(catalog_symbol_hash(catalog, test_arena(), file->first + i)),
                   entry->start_line, entry->end_line, entry->kind, entry->arity,
                   STR_ARG(catalog_name(catalog, entry->type)));
    }
    EdgeVec edges = {0};
    catalog_edges(catalog, test_arena(), id, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        bool outside = edge->callee == SYMBOL_NOWHERE;
        Str callee = outside ? catalog_name(catalog, edge->external)
                             : catalog_symbol_hash(catalog, test_arena(), edge->callee);
        buf_printf(out, "  %.*s -> %.*s %u %u %u %u\n",
                   STR_ARG(catalog_symbol_hash(catalog, test_arena(), edge->caller)),
                   STR_ARG(callee), edge->kind, edge->confidence, edge->line, edge->count);
    }
}

/* Whatever the order in which the files came. */
static Str catalog_text(const Catalog *catalog)
{
    Buf out = buf_open(test_arena(), 0);
    Str before = {0};
    for (;;) {
        uint32_t next = FILE_NOWHERE;
        for (uint32_t i = 0; i < catalog->files.len; i++) {
            Str path = catalog->files.ptr[i].path;
            bool later = path.len && (!before.len || str_compare(path, before) > 0);
            if (later &&
                (next == FILE_NOWHERE || str_compare(path, catalog->files.ptr[next].path) < 0))
                next = i;
        }
        if (next == FILE_NOWHERE)
            return buf_str(&out);
        put_file(catalog, next, &out);
        before = catalog->files.ptr[next].path;
    }
}

static Str contents(Store *store)
{
    return catalog_text(load(store));
}
