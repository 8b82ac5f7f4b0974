/* A part is a sequence of segments: the catalog's part, the number, the bytes as stored. */
#include "share/graph_state.h"

#include "base/varint.h"
#include "index/catalog/catalog_segment.h"
#include "index/catalog/catalog_store.h"
#include "index/catalog/classify.h"
#include "index/store/prune.h"
#include "index/update/build.h"

Str shared_graph_version(Arena *arena)
{
    return str_format(arena, "%d.%d.%d", STORE_VERSION, FACTS_VERSION, RESOLVE_VERSION);
}

/* Shared parts of the catalog. The reader makes filters and data derived for questions: an entry
   missing in a filter would hide it. */
static bool is_shared(unsigned part)
{
    static const CatalogPart parts[] = {CATALOG_FILES,   CATALOG_NAMED, CATALOG_SYMBOLS,
                                        CATALOG_METRICS, CATALOG_LINKS, CATALOG_MENTIONS,
                                        CATALOG_SHAPES};
    for (size_t i = 0; i < COUNT(parts); i++)
        if (part == parts[i])
            return true;
    return part == NAMES_PART;
}

/* ---- making ---- */

static bool put_segments(Arena *arena, Store *store, GraphParts *parts, Err *err)
{
    Statement *rows = store_segments_all(store);
    Buf part = buf_open(arena, 0);
    while (db_next(rows, err)) {
        unsigned of = (unsigned)db_u64(rows, 0);
        if (!is_shared(of))
            continue;
        varint_put(&part, of);
        varint_put(&part, db_u64(rows, 1));
        varint_put_str(&part, db_text(rows, 2));
        if (part.len < GRAPH_PART_BYTES)
            continue;
        *VEC_PUSH(arena, parts) = buf_str(&part);
        part = buf_open(arena, 0);
    }
    if (part.len)
        *VEC_PUSH(arena, parts) = buf_str(&part);
    return !db_failed(rows);
}

static bool add_tree(Store *store, uint64_t *tree, Err *err)
{
    if (store_begin(store, err) && store_tree_add(store, tree, err) && store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

/* A tree that cannot be dropped now is dropped by the next pruning. */
static void drop_tree(Store *store, uint64_t tree)
{
    Err ignored;
    if (!store_begin(store, &ignored) || !prune_tree(store, tree, &ignored) ||
        !store_commit(store, &ignored))
        store_rollback(store);
}

static bool build(Arena *arena, Arena scratch, const GraphSource *source, bool *whole, Err *err)
{
    BuildReport report;
    WalkResult tree = {.files = source->files};
    BuildOptions options = {.repo = source->repo,
                            .tree = &tree,
                            .unseen = true,
                            .memory = source->memory,
                            .cancel = source->cancel};
    for (size_t i = 0; i < tree.files.len; i++)
        tree.files.ptr[i].stamp = tree.files.ptr[i].inode = 0;
    if (!build_update(arena, scratch, source->store, &options, &report, err))
        return false;
    *whole = !report.left_out && !report.failed;
    return true;
}

bool shared_graph_make(Arena *arena, Arena scratch, const GraphSource *source, GraphParts *parts,
                       bool *whole, Err *err)
{
    Arena built SCOPED(arena_close) = {0};
    Store *store = source->store;
    uint64_t own = store_tree(store), tree;
    arena_open(&built, 0);
    if (!add_tree(store, &tree, err))
        return false;
    store_use_tree(store, tree);
    bool ok = build(&built, scratch, source, whole, err) &&
              (!*whole || put_segments(arena, store, parts, err));
    store_use_tree(store, own);
    drop_tree(store, tree);
    return ok;
}

/* ---- taking ---- */

static bool take_part(Store *store, Str part, bool *sound, Err *err)
{
    VarintReader in = varint_open(part);
    while (!varint_is_done(&in) && *sound) {
        uint64_t of = varint_take(&in), number = varint_take(&in);
        Str bytes = varint_str(&in);
        *sound = !in.failed && of <= UINT8_MAX && is_shared((unsigned)of) && number <= UINT32_MAX;
        if (*sound && !store_segment_put(store, (unsigned)of, (size_t)number, bytes, err))
            return false;
    }
    *sound = *sound && !in.failed;
    return true;
}

static bool take_parts(Store *store, const GraphParts *parts, bool *sound, Err *err)
{
    *sound = true;
    if (!store_begin(store, err))
        return false;
    for (size_t i = 0; i < parts->len; i++)
        if (!take_part(store, parts->ptr[i], sound, err)) {
            store_rollback(store);
            return false;
        }
    if (store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

/* Facts of some files are not shared, but are needed besides the graph. */
static bool has_facts(Store *store, const CatalogFile *file)
{
    Err ignored;
    bool has = false;
    if (!file->size || !classify_is_indexed(file->class, file->path))
        return true;
    return store_facts_has(store, file->hash, &has, &ignored) && has;
}

/* A file that differs here gets no time, so the following update treats it as changed. */
static void stamp(void *context, CatalogFile *file)
{
    const GraphReader *reader = context;
    file->stamp = file->inode = 0;
    if (has_facts(reader->store, file))
        (void)reader->stamp(reader->context, file);
}

static bool move(Arena scratch, const GraphReader *reader, uint64_t tree, Err *err)
{
    CatalogStamp how = {stamp, (void *)(uintptr_t)reader};
    Store *store = reader->store;
    bool damaged = false;
    if (!store_begin(store, err))
        return false;
    bool ok =
        store_tree_take(store, tree, err) && catalog_restamp(scratch, store, &how, &damaged, err);
    if (ok && damaged)
        ok = err_set(err, ERR_FAILED, "the index changed while it was being written");
    if (ok && store_commit(store, err))
        return true;
    store_rollback(store);
    return false;
}

bool shared_graph_take(Arena scratch, const GraphReader *reader, const GraphParts *parts,
                       GraphTaken *taken, Err *err)
{
    Store *store = reader->store;
    uint64_t own = store_tree(store), tree;
    bool sound = false;
    *taken = (GraphTaken){.verdict = GRAPH_REFUSED, .why = "its graph is damaged"};
    if (!add_tree(store, &tree, err))
        return false;
    store_use_tree(store, tree);
    bool ok = take_parts(store, parts, &sound, err) &&
              (!sound || graph_verify(scratch, reader, taken, err));
    store_use_tree(store, own);
    ok = ok && (taken->verdict != GRAPH_TAKEN || move(scratch, reader, tree, err));
    drop_tree(store, tree);
    return ok;
}
