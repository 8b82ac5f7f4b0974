/* Everything derived from the facts of a tree, as text: to compare an updated catalog with a
   rebuilt one. */
#pragma once

#include "base/buf.h"
#include "index/catalog/catalog_shape.h"
#include "index/catalog/catalog_store.h"

#include <stdlib.h>

typedef struct Mentioned {
    Arena *arena;
    const Catalog *catalog;
    VEC(Str) names;
} Mentioned;

static bool note_mention(void *context, uint32_t name)
{
    Mentioned *mentioned = context;
    *VEC_PUSH(mentioned->arena, &mentioned->names) = catalog_name(mentioned->catalog, name);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

/* Sorted by name, since ids depend on the order in which names came. */
static void put_mentions(const Catalog *catalog, Arena scratch, uint32_t id, Buf *out)
{
    Mentioned mentioned = {.arena = &scratch, .catalog = catalog};
    catalog_mentions(catalog, id, note_mention, &mentioned);
    if (mentioned.names.len)
        qsort(mentioned.names.ptr, mentioned.names.len, sizeof(Str), compare_names);
    for (size_t i = 0; i < mentioned.names.len; i++)
        buf_printf(out, " %.*s", STR_ARG(mentioned.names.ptr[i]));
    buf_put_byte(out, '\n');
}

static void put_entries(const Catalog *catalog, Arena scratch, uint32_t id, Buf *out)
{
    const CatalogFile *file = &catalog->files.ptr[id];
    uint64_t *hashes = NEW(&scratch, uint64_t, file->count + 1);
    catalog_file_hashes(catalog, scratch, id, hashes);
    for (uint32_t i = 0; i < file->count; i++) {
        Arena work = scratch;
        const Entry *entry = &file->entries[i];
        SymbolMetrics none = {0}, metrics = file->metrics ? file->metrics[i] : none;
        Str name = catalog_qualified_name(catalog, &work, file->first + i);
        buf_printf(out, "  %u %.*s %016llx %u-%u %d %u %x %u %.*s %.*s of %u; %u %u %u %u\n", i,
                   STR_ARG(name), (unsigned long long)hashes[i], entry->start_line, entry->end_line,
                   entry->kind, entry->arity, entry->modifiers, entry->complexity,
                   STR_ARG(catalog_name(catalog, entry->type)),
                   STR_ARG(catalog_name(catalog, entry->owner)), entry->parent, metrics.fan_in,
                   metrics.rank, metrics.risk, metrics.effects);
    }
}

static void put_imports(const Catalog *catalog, Arena scratch, uint32_t id, Buf *out)
{
    ImportLinkVec imports = {0};
    catalog_imports(catalog, &scratch, id, &imports);
    for (size_t i = 0; i < imports.len; i++) {
        const ImportLink *link = &imports.ptr[i];
        Str target =
            link->target == FILE_NOWHERE ? (Str){0} : catalog->files.ptr[link->target].path;
        buf_printf(out, "  import %.*s (%.*s) %.*s as %.*s %u %u\n", STR_ARG(target),
                   STR_ARG(catalog_name(catalog, link->package)),
                   STR_ARG(catalog_name(catalog, link->name)),
                   STR_ARG(catalog_name(catalog, link->alias)), link->line, link->flags);
    }
}

static void put_edges(const Catalog *catalog, Arena scratch, uint32_t id, Buf *out)
{
    EdgeVec edges = {0};
    catalog_all_edges(catalog, &scratch, id, &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        bool outside = edge->callee == SYMBOL_NOWHERE;
        SymbolPlace callee = outside ? (SymbolPlace){0} : catalog_place(catalog, edge->callee);
        Str where =
            outside ? catalog_name(catalog, edge->external) : catalog->files.ptr[callee.file].path;
        Str name =
            outside ? (Str){0} : catalog_name(catalog, catalog_entry(catalog, edge->callee)->name);
        buf_printf(out, "  %u -> %.*s#%u %.*s %u %u %u %u\n",
                   catalog_place(catalog, edge->caller).index, STR_ARG(where), callee.index,
                   STR_ARG(name), edge->kind, edge->confidence, edge->line, edge->count);
    }
}

static void put_shape(const Catalog *catalog, Arena scratch, uint32_t id, Buf *out)
{
    Outline shape;
    catalog_shape(catalog, &scratch, id, &shape);
    for (size_t i = 0; i < shape.references.len; i++) {
        const Reference *reference = &shape.references.ptr[i];
        buf_printf(out, "  shape %u %d %u %.*s %.*s\n", reference->symbol, reference->kind,
                   reference->flags, STR_ARG(reference->name), STR_ARG(reference->receiver));
    }
}

/* Independent of the order in which the files came. */
static Str catalog_dump(Arena *arena, Arena scratch, const Catalog *catalog)
{
    Buf out = buf_open(arena, 0);
    size_t count;
    const CatalogPath *list = catalog_by_path(&scratch, catalog, &count);
    for (size_t i = 0; i < count; i++) {
        const CatalogFile *file = &catalog->files.ptr[list[i].id];
        buf_printf(&out, "%.*s %d %d %d %u (%.*s) %.*s:", STR_ARG(file->path), file->class,
                   file->state, file->degraded, file->lines,
                   STR_ARG(catalog_name(catalog, file->package)), STR_ARG(file->reason));
        put_mentions(catalog, scratch, list[i].id, &out);
        put_entries(catalog, scratch, list[i].id, &out);
        put_imports(catalog, scratch, list[i].id, &out);
        put_edges(catalog, scratch, list[i].id, &out);
        put_shape(catalog, scratch, list[i].id, &out);
    }
    return buf_str(&out);
}
