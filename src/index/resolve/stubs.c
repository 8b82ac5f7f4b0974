/* A stub (`core.pyi`, `box.d.ts`, `store.mli`, `stack.ads`) is paired with the source next to it,
   symbol by symbol, by name and parents. Hand-written declarations of a package, and stubs in a
   tree of their own, are paired with sources elsewhere. A change of names on either side marks the
   references for resolution again, since both have the same names. */
#include "index/resolve/stubs.h"

#include "base/path.h"
#include "index/catalog/ambient.h"
#include "index/catalog/catalog_lean.h"
#include "index/catalog/counterparts.h"

uint32_t stubs_source(const Resolver *resolver, uint32_t symbol)
{
    uint32_t body =
        resolver->announced.len ? id_map_get(&resolver->announced, symbol) : ID_MAP_NONE;
    return body == ID_MAP_NONE ? symbol : body;
}

static void pair_symbols(Resolver *resolver, uint32_t declared, uint32_t body)
{
    if (stubs_source(resolver, declared) == declared)
        id_map_put(&resolver->announced, resolver->arena, declared, body);
}

/* ---- pairs of files ---- */

typedef struct Pair {
    const CatalogFile *stub, *source;
} Pair;

/* Pairs the entries of two files. Parents come before their members, so a parent's counterpart is
   known. Of overloads, the first is taken. */
static void pair_files(Resolver *resolver, Arena scratch, Pair pair)
{
    IdMap entries = {0};
    uint32_t *bodies = NEW(&scratch, uint32_t, pair.stub->count + 1);
    for (uint32_t i = pair.source->count; i-- > 1;) {
        const Entry *entry = &pair.source->entries[i];
        id_map_put(&entries, &scratch, id_pair(entry->parent, entry->name), i);
    }
    for (uint32_t i = 1; i < pair.stub->count; i++) {
        const Entry *entry = &pair.stub->entries[i];
        bool inside = entry->parent && !bodies[entry->parent];
        uint32_t parent = entry->parent ? bodies[entry->parent] : 0;
        uint32_t at = inside ? ID_MAP_NONE : id_map_get(&entries, id_pair(parent, entry->name));
        if (at == ID_MAP_NONE)
            continue;
        bodies[i] = at;
        uint32_t stub = pair.stub->first + i, source = pair.source->first + at;
        if (counterpart_stands_for(resolver->catalog, source, stub))
            pair_symbols(resolver, stub, source);
    }
}

/* The path up to the first dot of the file name. */
static Str stem_of(Str path)
{
    size_t base = path.len - path_base(path).len, dot = str_find_byte(path_base(path), '.');
    return dot == STR_NONE ? path : str_slice(path, 0, base + dot);
}

/* A stub in a separate tree: paired if exactly one of the places for its source has a file. */
static void pair_stub_tree(Resolver *resolver, Arena scratch, uint32_t stub)
{
    const Catalog *catalog = resolver->catalog;
    uint32_t source = FILE_NOWHERE;
    size_t found = 0;
    for (size_t i = 0; i < COUNTERPART_STUB_PLACES; i++) {
        Str path = counterpart_stub_source(&scratch, catalog->files.ptr[stub].path, i);
        uint32_t file =
            path.len ? imports_find_file(resolver->imports, path) : (uint32_t)FILE_NOWHERE;
        source = file == FILE_NOWHERE ? source : file;
        found += file != FILE_NOWHERE;
    }
    if (found == 1)
        pair_files(resolver, scratch,
                   (Pair){catalog_row(catalog, stub), catalog_row(catalog, source)});
}

/* ---- declarations of a package ---- */

static void pair_ambient(Resolver *resolver, Arena scratch, uint32_t id)
{
    const Catalog *catalog = resolver->catalog;
    const CatalogFile *file = catalog_row(catalog, id);
    if (!ambient_is_module(file))
        return;
    uint32_t *bodies = NEW(&scratch, uint32_t, file->count + 1);
    for (uint32_t i = 1; i < file->count; i++) {
        uint32_t parent = file->entries[i].parent;
        bodies[i] = !parent ? ambient_top(catalog, file->first + i)
                    : bodies[parent] != SYMBOL_NOWHERE
                        ? ambient_member(catalog, bodies[parent], file->entries[i].name)
                        : SYMBOL_NOWHERE;
        if (bodies[i] != SYMBOL_NOWHERE)
            pair_symbols(resolver, file->first + i, bodies[i]);
    }
}

static void pair_exported(Resolver *resolver, uint32_t id)
{
    const CatalogFile *file = catalog_row(resolver->catalog, id);
    for (uint32_t i = 1; i < file->count; i++) {
        uint32_t body = counterpart_exported(resolver->catalog, file->first + i);
        if (body != SYMBOL_NOWHERE)
            pair_symbols(resolver, file->first + i, body);
    }
}

/* ---- the index ---- */

void stubs_index(Resolver *resolver, Arena scratch)
{
    Catalog *catalog = resolver->catalog;
    IdSpan order = imports_files(resolver->imports);
    Map stems = map_open(&scratch);
    for (size_t i = 0; i < order.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[order.ptr[i]];
        if (file->count && counterpart_is_stub(file->path))
            *map_put(&stems, stem_of(file->path), NULL) = order.ptr[i];
    }
    for (size_t i = 0; i < order.len && stems.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[order.ptr[i]];
        const uint64_t *stub = file->count ? map_find(&stems, stem_of(file->path)) : NULL;
        if (stub && counterpart_is_stub_of(catalog->files.ptr[*stub].path, file->path))
            pair_files(
                resolver, scratch,
                (Pair){catalog_row(catalog, (uint32_t)*stub), catalog_row(catalog, order.ptr[i])});
        catalog_trim(catalog);
    }
    for (size_t i = 0; i < order.len; i++) {
        const CatalogFile *file = &catalog->files.ptr[order.ptr[i]];
        bool script = file->count && ambient_is_script(file->language);
        if (file->count && str_ends(file->path, STR(".pyi")))
            pair_stub_tree(resolver, scratch, order.ptr[i]);
        else if (script && ambient_is_file(file->path))
            pair_ambient(resolver, scratch, order.ptr[i]);
        else if (script)
            pair_exported(resolver, order.ptr[i]);
        catalog_trim(catalog);
    }
}
