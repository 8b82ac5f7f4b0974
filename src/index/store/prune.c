/* The keys in use are gathered from the stored catalogs of all work trees before the transaction
   begins. The lock keeps other updates out meanwhile; the generations are compared nevertheless. */
#include "index/store/prune.h"

#include "index/store/compiled.h"

#include "base/fs.h"
#include "index/catalog/catalog_store.h"
#include "index/store/packs.h"
#include "index/store/vectors.h"

/* Pruning starts when unused facts exceed this share of the used ones, and keeps half of that
   share. */
#define PRUNE_SHARE_PERCENT 43 /* = 30 % of all facts */
/* With fewer facts pruning does not pay. */
#define PRUNE_FACTS_MIN 1000

typedef struct Tree {
    uint64_t id, generation;
    Str root;
} Tree;
typedef VEC(Tree) TreeVec;

static bool list_trees(Store *store, Arena *arena, TreeVec *trees, Err *err)
{
    Statement *get = db_prepare(store_db(store), "SELECT id, root FROM tree ORDER BY id");
    while (db_next(get, err))
        *VEC_PUSH(arena, trees) =
            (Tree){.id = db_u64(get, 0), .root = str_copy(arena, db_text(get, 1))};
    return !db_failed(get);
}

static bool count_facts(Store *store, uint64_t *count, Err *err)
{
    Statement *get = db_prepare(store_db(store), "SELECT count(*) FROM facts");
    *count = 0;
    while (db_next(get, err))
        *count = db_u64(get, 0);
    return !db_failed(get);
}

/* ---- used facts ---- */

static bool note_used(Store *store, const Catalog *catalog, Err *err)
{
    for (size_t i = 0; i < catalog->files.len; i++) {
        if (!catalog->files.ptr[i].hash.len)
            continue;
        Statement *put = db_prepare(store_db(store), "INSERT OR IGNORE INTO temp.used VALUES(?1)");
        db_bind_u64(put, 1, facts_key(catalog->files.ptr[i].hash));
        if (!db_run(put, err))
            return false;
    }
    return true;
}

/* Adds the keys that one tree's catalog uses. *whole becomes false if the catalog is damaged; that
   is not a failure. */
static bool note_tree(Store *store, Arena scratch, Tree *tree, bool *whole, Err *err)
{
    Arena arena SCOPED(arena_close) = {0};
    arena_open(&arena, 0);
    Catalog *catalog;
    uint64_t own = store_tree(store);
    store_use_tree(store, tree->id);
    bool ok = catalog_load(&arena, scratch, store, CATALOG_FILES, &catalog, err);
    store_use_tree(store, own);
    if (!ok)
        return false;
    *whole = *whole && !catalog->damaged;
    tree->generation = catalog->generation;
    return note_used(store, catalog, err);
}

static bool gather(Store *store, Arena *scratch, TreeVec *trees, bool *whole, Err *err)
{
    if (!db_script(store_db(store),
                   "CREATE TEMP TABLE IF NOT EXISTS used(key INTEGER PRIMARY KEY);"
                   "DELETE FROM temp.used;",
                   err) ||
        !list_trees(store, scratch, trees, err))
        return false;
    for (size_t i = 0; i < trees->len; i++)
        if (!note_tree(store, *scratch, &trees->ptr[i], whole, err))
            return false;
    return true;
}

/* ---- dropping ---- */

static bool are_unchanged(Store *store, const TreeVec *trees, bool *same, Err *err)
{
    uint64_t own = store_tree(store), now = 0;
    for (size_t i = 0; i < trees->len; i++) {
        store_use_tree(store, trees->ptr[i].id);
        bool ok = store_generation(store, &now, err);
        store_use_tree(store, own);
        if (!ok)
            return false;
        *same = *same && now == trees->ptr[i].generation;
    }
    return true;
}

static bool count_used(Store *store, uint64_t *used, Err *err)
{
    Statement *get = db_prepare(store_db(store),
                                "SELECT count(*) FROM facts WHERE key IN (SELECT key FROM used)");
    while (db_next(get, err))
        *used = db_u64(get, 0);
    return !db_failed(get);
}

static bool drop_oldest(Store *store, uint64_t count, Err *err)
{
    Statement *drop = db_prepare(store_db(store),
                                 "DELETE FROM facts WHERE key IN (SELECT key FROM facts WHERE key"
                                 " NOT IN (SELECT key FROM used) ORDER BY place LIMIT ?1)");
    db_bind_u64(drop, 1, count);
    return db_run(drop, err) && store_facts_tidy(store, err) && vectors_drop_unused(store, err);
}

static bool remember(Store *store, Err *err)
{
    Statement *put = db_prepare(store_db(store), "INSERT OR REPLACE INTO meta SELECT 'pruned',"
                                                 " count(*) FROM facts");
    return db_run(put, err);
}

static bool drop(Store *store, const TreeVec *trees, unsigned keep_percent, PruneReport *report,
                 Err *err)
{
    bool same = true;
    if (!are_unchanged(store, trees, &same, err) || !count_facts(store, &report->facts, err) ||
        !count_used(store, &report->used, err))
        return false;
    uint64_t unused = report->facts - report->used, keep = report->used * keep_percent / 100;
    if (!same)
        return true;
    report->dropped = unused > keep ? unused - keep : 0;
    return (!report->dropped || drop_oldest(store, report->dropped, err)) && remember(store, err);
}

bool prune_facts(Store *store, Arena scratch, unsigned keep_percent, PruneReport *report, Err *err)
{
    TreeVec trees = {0};
    bool whole = true;
    if (!gather(store, &scratch, &trees, &whole, err))
        return false;
    if (!whole)
        return true;
    if (!store_begin(store, err))
        return false;
    bool ok = drop(store, &trees, keep_percent, report, err) && store_commit(store, err);
    if (!ok)
        store_rollback(store);
    return ok;
}

/* ---- work trees that are gone ---- */

bool prune_tree(Store *store, uint64_t id, Err *err)
{
    Statement *row = db_prepare(store_db(store), "DELETE FROM tree WHERE id = ?1");
    Statement *notes =
        db_prepare(store_db(store), "DELETE FROM meta WHERE key IN"
                                    " ('saved:' || ?1, 'extent:' || ?1, 'memory:' || ?1)");
    Statement *history = db_prepare(store_db(store), "DELETE FROM history WHERE tree = ?1");
    db_bind_u64(row, 1, id);
    db_bind_u64(notes, 1, id);
    db_bind_u64(history, 1, id);
    uint64_t own = store_tree(store);
    store_use_tree(store, id);
    bool ok = store_segments_clear(store, err) && compiled_clear(store, err) &&
              db_run(notes, err) && db_run(history, err) && db_run(row, err);
    store_use_tree(store, own);
    return ok;
}

bool prune_trees(Store *store, Arena scratch, PruneReport *report, Err *err)
{
    TreeVec trees = {0};
    if (!list_trees(store, &scratch, &trees, err) || !store_begin(store, err))
        return false;
    bool ok = true;
    for (size_t i = 0; i < trees.len && ok; i++) {
        if (trees.ptr[i].id == store_tree(store) || fs_is_directory(&scratch, trees.ptr[i].root))
            continue;
        ok = prune_tree(store, trees.ptr[i].id, err);
        report->trees += ok;
    }
    ok = ok && store_commit(store, err);
    if (!ok)
        store_rollback(store);
    return ok;
}

/* ---- when to prune ---- */

bool prune_is_due(Store *store, const Catalog *catalog, bool *due, Err *err)
{
    uint64_t facts, used = 0, before = 0;
    *due = false;
    for (size_t i = 0; i < catalog->files.len; i++)
        used += catalog->files.ptr[i].hash.len > 0;
    if (!count_facts(store, &facts, err))
        return false;
    Statement *get = db_prepare(store_db(store), "SELECT value FROM meta WHERE key = 'pruned'");
    while (db_next(get, err))
        before = db_u64(get, 0);
    *due = facts >= PRUNE_FACTS_MIN && facts > used + used * PRUNE_SHARE_PERCENT / 100 &&
           facts > before + before / 10;
    return !db_failed(get);
}
