/* All imports and exact references of the tree as they are before the edit, by the paths that files
   have after it; then the same of the state after it, resolved in memory. */
#include "refactor/relocate.h"

#include "base/hash.h"
#include "base/map.h"
#include "index/update/as_of.h"
#include "session/warm.h"

#include <stdlib.h>

typedef struct Meanings {
    uint64_t *ptr;
    size_t len;
} Meanings;

struct RelocateProof {
    size_t count; /* of files before */
    Str *paths;   /* after the edit; empty: no such file */
    Meanings *imports, *exact, *all;
};

static uint64_t hash_of(Str path, uint64_t a, uint64_t b)
{
    const uint64_t parts[] = {hash_fast(path), a, b};
    return hash_fast((Str){(const char *)parts, sizeof parts});
}

static int by_value(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return x < y ? -1 : x > y;
}

static void sort(Meanings *list)
{
    if (list->len)
        qsort(list->ptr, list->len, sizeof *list->ptr, by_value);
    size_t kept = 0;
    for (size_t i = 0; i < list->len; i++)
        if (!i || list->ptr[i] != list->ptr[kept - 1])
            list->ptr[kept++] = list->ptr[i];
    list->len = kept;
}

static bool has(const Meanings *list, uint64_t value)
{
    return list->len && bsearch(&value, list->ptr, list->len, sizeof value, by_value) != NULL;
}

/* What a file imports. An import from outside counts by its name. */
static Meanings read_imports(const Relocate *relocate, uint32_t file, const Str *paths)
{
    const Catalog *catalog = relocate->frame->catalog;
    Arena *arena = relocate->frame->request->arena;
    ImportLinkVec links = {0};
    catalog_imports(catalog, arena, file, &links);
    Meanings found = {NEW(arena, uint64_t, links.len + 1), 0};
    for (size_t i = 0; i < links.len; i++) {
        const ImportLink *link = &links.ptr[i];
        bool inside = link->target != FILE_NOWHERE;
        Str what = inside ? paths[link->target] : catalog_name(catalog, link->package);
        found.ptr[found.len++] = hash_of(what, inside, 0);
    }
    sort(&found);
    return found;
}

static void read_edges(const Relocate *relocate, uint32_t file, const Str *paths, Meanings *exact,
                       Meanings *all)
{
    const Catalog *catalog = relocate->frame->catalog;
    Arena *arena = relocate->frame->request->arena;
    EdgeVec edges = {0};
    catalog_edges(catalog, arena, file, &edges);
    *exact = *all = (Meanings){0};
    exact->ptr = NEW(arena, uint64_t, edges.len + 1);
    all->ptr = NEW(arena, uint64_t, edges.len + 1);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        if (edge->callee == SYMBOL_NOWHERE)
            continue;
        SymbolPlace from = catalog_place(catalog, edge->caller);
        SymbolPlace to = catalog_place(catalog, edge->callee);
        uint64_t value = hash_of(paths[to.file], from.index, to.index);
        all->ptr[all->len++] = value;
        if (edge->confidence == EDGE_EXACT)
            exact->ptr[exact->len++] = value;
    }
    sort(exact);
    sort(all);
}

RelocateProof *relocate_note(Relocate *relocate)
{
    const Catalog *catalog = relocate->frame->catalog;
    Arena *arena = relocate->frame->request->arena;
    RelocateProof *proof = NEW(arena, RelocateProof, 1);
    proof->count = catalog->files.len;
    proof->paths = NEW(arena, Str, proof->count + 1);
    proof->imports = NEW(arena, Meanings, proof->count + 1);
    proof->exact = NEW(arena, Meanings, proof->count + 1);
    proof->all = NEW(arena, Meanings, proof->count + 1);
    for (uint32_t i = 0; i < proof->count; i++)
        proof->paths[i] = relocate_path_after(relocate, i);
    for (uint32_t i = 0; i < proof->count; i++) {
        if (!catalog->files.ptr[i].path.len || !catalog->files.ptr[i].count)
            continue;
        proof->imports[i] = read_imports(relocate, i, proof->paths);
        read_edges(relocate, i, proof->paths, &proof->exact[i], &proof->all[i]);
    }
    return proof;
}

/* The state after the edit: what moved is gone there and has come here. */
static bool become(Relocate *relocate, Err *err)
{
    Rename *frame = relocate->frame;
    Arena *arena = frame->request->arena;
    const EditSet *set = &relocate->set;
    OutlineJob *jobs = NEW(arena, OutlineJob, set->files.len + 1);
    AsOfFile *files = NEW(arena, AsOfFile, set->files.len * 2 + 1);
    const OutlinesOptions options = {.cancel = frame->request->cancel};
    size_t count = 0;
    for (size_t i = 0; i < set->files.len; i++) {
        const EditFile *edit = &set->files.ptr[i];
        Str path = edit->old_path.len ? edit->old_path : edit->path;
        uint32_t id = catalog_find_file(frame->catalog, path);
        jobs[i] =
            (OutlineJob){.language = frame->catalog->files.ptr[id].language, .text = edit->after};
        if (edit->old_path.len)
            files[count++] = (AsOfFile){.path = edit->old_path};
        files[count++] = (AsOfFile){.path = edit->path, .content = &jobs[i]};
    }
    session_warm_spend(frame->request, frame->session);
    return outlines_make(arena, jobs, set->files.len, &options, err) &&
           as_of_take(*frame->request->scratch, frame->catalog, &frame->session->repo, files, count,
                      err);
}

static void compare_file(Relocate *relocate, const RelocateProof *proof, uint32_t old, uint32_t id,
                         const Str *paths)
{
    Meanings exact, all, imports = read_imports(relocate, id, paths);
    read_edges(relocate, id, paths, &exact, &all);
    Str path = proof->paths[old];
    bool same = imports.len == proof->imports[old].len;
    for (size_t i = 0; same && i < imports.len; i++)
        same = imports.ptr[i] == proof->imports[old].ptr[i];
    if (!same) {
        rename_add_conflict(relocate->frame, path, 0,
                            STR("its imports would not lead to the same files"));
        return;
    }
    bool lost = false, come = false;
    for (size_t i = 0; i < proof->exact[old].len; i++)
        lost |= !relocate->sheds && !has(&all, proof->exact[old].ptr[i]);
    for (size_t i = 0; i < exact.len; i++)
        come |= !has(&proof->all[old], exact.ptr[i]);
    if (lost || come)
        rename_add_told(relocate->frame, path, 0,
                        lost ? STR("a name in it would not surely mean what it means")
                             : STR("a name in it would mean something else"));
}

bool relocate_prove(Relocate *relocate, RelocateProof *proof, Err *err)
{
    Rename *frame = relocate->frame;
    Arena *arena = frame->request->arena;
    if (!become(relocate, err))
        return false;
    Map ids = map_open(arena);
    Str *paths = NEW(arena, Str, frame->catalog->files.len + 1);
    for (uint32_t i = 0; i < frame->catalog->files.len; i++) {
        paths[i] = frame->catalog->files.ptr[i].path;
        if (paths[i].len)
            *map_put(&ids, paths[i], NULL) = i;
    }
    for (uint32_t i = 0; i < proof->count; i++) {
        const uint64_t *id = proof->paths[i].len ? map_find(&ids, proof->paths[i]) : NULL;
        if (id && proof->imports[i].ptr)
            compare_file(relocate, proof, i, (uint32_t)*id, paths);
    }
    for (size_t i = 0; i < frame->files.len; i++) {
        uint32_t file = frame->files.ptr[i].id;
        const uint64_t *id = file < proof->count ? map_find(&ids, proof->paths[file]) : NULL;
        frame->files.ptr[i].id = id ? (uint32_t)*id : file;
    }
    return true;
}
