/* Git is read without the lock. Then the history and the risk scores that depend on it are stored
   in one transaction, as a new generation of the catalog. */
#include "index/history/history_update.h"

#include "base/proc.h"
#include "index/catalog/catalog_store.h"
#include "index/graph/risk.h"
#include "index/history/history_count.h"
#include "index/history/history_read.h"
#include "index/update/build.h"

/* Used as HEAD if no file names the commit, because the repository has a reftable. */
#define HEAD_UNKNOWN "unknown"
#define REFTABLE_BRANCH ".invalid"

/* The commit at which the history should end. Empty if no history is wanted, or before the first
   commit. */
static Str wanted_head(Arena *arena, const GitRepo *repo, uint64_t most)
{
    GitRepo now = *repo;
    if (!most || !repo->directory.len)
        return (Str){0};
    git_repo_read_head(arena, &now);
    return str_equal(now.branch, STR(REFTABLE_BRANCH)) ? STR(HEAD_UNKNOWN) : now.head;
}

bool history_is_behind(Store *store, Arena scratch, const GitRepo *repo, uint64_t most)
{
    HistoryStored stored;
    Err ignored;
    if (store_is_private(store) || !history_head(store, &scratch, &stored, &ignored))
        return false;
    Str head = wanted_head(&scratch, repo, most);
    return !str_equal(stored.head, head) || (head.len && stored.most != most);
}

/* ---- risk ---- */

static void refresh_file(Catalog *catalog, uint32_t id)
{
    CatalogFile *file = &catalog->files.ptr[id];
    const RiskOf of = risk_of_file(catalog, file);
    for (uint32_t i = 0; i < file->count && file->metrics; i++) {
        uint8_t score = risk_of(&of, i, &file->metrics[i]).score;
        if (score == file->metrics[i].risk)
            continue;
        file->metrics[i].risk = score;
        file->changed |= CATALOG_METRICS;
    }
}

/* Loads the catalog and recomputes the risk scores with the new history. *catalog is NULL if there
   is no memory for that: scores then change with their files. False if the catalog cannot be read.
 */
static bool load_refreshed(Arena *arena, Arena scratch, Store *store, uint64_t memory,
                           const History *history, Catalog **catalog)
{
    Err ignored;
    *catalog = NULL;
    if (!build_has_room(store, memory))
        return true;
    if (!catalog_load(arena, scratch, store,
                      CATALOG_FILES | CATALOG_NAMED | CATALOG_SYMBOLS | CATALOG_METRICS, catalog,
                      &ignored) ||
        (*catalog)->damaged)
        return false;
    *(*catalog)->history = (HistoryFacts){true, history};
    for (uint32_t id = 0; id < (*catalog)->files.len; id++)
        refresh_file(*catalog, id);
    return true;
}

/* ---- making facts ---- */

/* A history with few commits is ignored: files that simply have not been changed yet would look
   stable. */
static void count(Arena *arena, Arena scratch, const HistoryLog *log, Str absent, History *history)
{
    *history = (History){.absent = absent};
    if (absent.len)
        return;
    history_count(arena, scratch, log, history);
    if (history->commits >= HISTORY_COMMITS_MIN)
        return;
    *history = (History){.absent = str_format(arena, "there are only %u of %u commits",
                                              history->commits, HISTORY_COMMITS_MIN)};
}

/* The result to be stored. */
typedef struct Made {
    HistoryStored stored;
    /* NULL if the history is absent. */
    const History *history;
    bool had_none; /* the stored history is absent too, so no answer depends on it */
} Made;

/* Stores the result, within a transaction. */
static bool put(Store *store, Arena scratch, const Made *made, Catalog *catalog, Err *err)
{
    uint64_t now = 0;
    if (!catalog_generation(store, &now, err) || (catalog && now != catalog->generation))
        return false;
    if (!(made->stored.head.len ? history_save(store, scratch, &made->stored, err)
                                : history_drop(store, err)))
        return false;
    if (made->had_none && !made->history)
        return true;
    return catalog ? catalog_save(catalog, scratch, store, CATALOG_SAVE_LASTING, err)
                   : store_generation_next(store, &now, err);
}

static bool write(Arena *arena, Arena scratch, Store *store, const HistoryUpdate *update,
                  const Made *made)
{
    Catalog *catalog = NULL;
    Err ignored;
    bool same = made->had_none && !made->history;
    if (!store_lock(store, update->wait_ms) ||
        (!same &&
         !load_refreshed(arena, scratch, store, update->memory, made->history, &catalog)) ||
        !store_begin(store, &ignored))
        return false;
    bool ok = put(store, scratch, made, catalog, &ignored) && store_commit(store, &ignored);
    if (!ok)
        store_rollback(store);
    return ok;
}

static bool tells_nothing(Arena scratch, Str facts)
{
    History history;
    return !facts.len || !history_unpack(&scratch, facts, &history) || history.absent.len;
}

static bool make(Arena *arena, Arena scratch, Store *store, const HistoryUpdate *update,
                 HistoryReport *report)
{
    HistoryStored before;
    HistoryLog known, log;
    History *history = NEW(arena, History, 1);
    Made made = {
        .stored = {.head = wanted_head(arena, update->repo, update->most), .most = update->most}};
    Str absent;
    Err ignored;
    if (!history_load(store, arena, true, &before, &ignored))
        return false;
    bool has_log = before.log.len && history_log_unpack(arena, before.log, &known);
    const HistoryWalk walk = {.repo = update->repo,
                              .most = update->most,
                              .before = has_log ? &known : NULL,
                              .cancel = update->cancel};
    if (!history_read(arena, &walk, &log, &absent, &report->read))
        return false;
    count(arena, scratch, &log, absent, history);
    Buf facts = buf_open(arena, 0);
    history_pack(&facts, history);
    Buf packed = buf_open(arena, 0);
    history_log_pack(&packed, &log);
    made.stored.facts = buf_str(&facts);
    made.stored.log = buf_str(&packed);
    made.history = history->absent.len ? NULL : history;
    made.had_none = tells_nothing(scratch, before.facts);
    return write(arena, scratch, store, update, &made);
}

/* Whether the reason for an absent history may be gone, for example because a clone is not shallow
   any more. */
static bool may_come(Store *store, Arena scratch, const HistoryUpdate *update)
{
    HistoryStored stored;
    Err ignored;
    return wanted_head(&scratch, update->repo, update->most).len && !store_is_private(store) &&
           history_load(store, &scratch, false, &stored, &ignored) &&
           tells_nothing(scratch, stored.facts);
}

/* Drops the stored history, because no history is wanted or git is gone. */
static bool forget(Arena *arena, Arena scratch, Store *store, const HistoryUpdate *update)
{
    HistoryStored before;
    Err ignored;
    return history_load(store, arena, false, &before, &ignored) &&
           write(arena, scratch, store, update,
                 &(Made){.had_none = tells_nothing(scratch, before.facts)});
}

void history_update(Arena *arena, Arena scratch, Store *store, const HistoryUpdate *update,
                    HistoryReport *report)
{
    int64_t start = proc_clock_ms();
    *report = (HistoryReport){0};
    if (!history_is_behind(store, scratch, update->repo, update->most) &&
        !may_come(store, scratch, update))
        return;
    report->changed = wanted_head(arena, update->repo, update->most).len
                          ? make(arena, scratch, store, update, report)
                          : forget(arena, scratch, store, update);
    report->ms = proc_clock_ms() - start;
}
