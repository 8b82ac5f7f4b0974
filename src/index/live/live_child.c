/* A child inherits the catalog by fork (copy on write) and opens the store itself. SQLite
   connections must not cross a fork, so the parent has none open at that time. */
#include "index/live/live_message.h"

#include "base/proc_memory.h"
#include "index/catalog/catalog_store.h"

#include <unistd.h>

/* How long to wait for another process that saves. */
#define SAVE_WAIT_MS 5000
/* Above this many files, the parent reads the result from the store. */
#define RECORDS_MAX 4000

static void say(int fd, const LiveMessage *word, const void *first, size_t first_len, Str second)
{
    if (!child_write(fd, word, sizeof *word) || (first_len && !child_write(fd, first, first_len)) ||
        (second.len && !child_write(fd, second.ptr, second.len)))
        _exit(0);
}

static void say_names(int fd, const Catalog *catalog, uint32_t from)
{
    uint32_t count = names_count(&catalog->names);
    if (from >= count)
        return;
    size_t start = catalog->names.starts.ptr[from];
    Str texts = {catalog->names.text.ptr + start, catalog->names.text.len - start};
    say(fd, &(LiveMessage){.kind = LIVE_MESSAGE_NAMES, .len = (uint32_t)texts.len}, NULL, 0, texts);
}

static size_t count_changed(const Catalog *catalog, unsigned part)
{
    size_t count = 0;
    for (size_t i = 0; i < catalog->files.len; i++)
        count += (catalog->files.ptr[i].changed & part) != 0;
    return count;
}

static void say_links(int fd, const Catalog *catalog)
{
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        LiveMessage word = {
            .kind = LIVE_MESSAGE_LINKS, .number = id, .len = (uint32_t)file->links.len};
        if (file->changed & CATALOG_LINKS)
            say(fd, &word, NULL, 0, file->links);
    }
}

static void say_metrics(int fd, const Catalog *catalog, const bool *chosen)
{
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        LiveMessage word = {.kind = LIVE_MESSAGE_METRICS, .number = id, .count = file->count};
        if (chosen[id])
            say(fd, &word, file->metrics, file->count * sizeof *file->metrics, (Str){0});
    }
}

static bool save(Live *live, Store *store, SettleResult *result, Err *err)
{
    Catalog *catalog = live->catalog;
    uint64_t now = 0, birth = 0;
    *result = live->store_moved_on ? SETTLE_ADRIFT : SETTLE_UNSAVED;
    if (live->store_moved_on || !store_lock(store, SAVE_WAIT_MS) || !store_begin(store, err))
        return false;
    bool ok = catalog_generation(store, &now, err) && store_birth(store, &birth, err);
    if (ok && (now != catalog->generation || birth != live->birth)) {
        *result = SETTLE_ADRIFT;
        ok = false;
    }
    for (size_t i = 0; i < catalog->fresh.len && ok; i++) {
        const FreshFacts *fresh = &catalog->fresh.ptr[i];
        ok = store_facts_put(store, fresh->hash, &fresh->facts, err);
    }
    ok = ok && catalog_save(catalog, live->scratch, store, CATALOG_SAVE_LASTING, err) &&
         store_commit(store, err);
    if (!ok)
        store_rollback(store);
    else
        *result = SETTLE_OK;
    return ok;
}

static const bool *list_metrics(Live *live, size_t *count)
{
    const Catalog *catalog = live->catalog;
    bool *chosen = NEW(&live->arena, bool, catalog->files.len + 1);
    for (size_t i = 0; i < catalog->files.len; i++)
        chosen[i] = catalog->files.ptr[i].changed & CATALOG_METRICS;
    *count = count_changed(catalog, CATALOG_METRICS);
    return chosen;
}

typedef struct Settling {
    Live *live;
    int fd;
    uint32_t names; /* that the parent has */
    bool linked;    /* the links were sent to the parent */
} Settling;

static void hand_links(Settling *settling)
{
    const Catalog *catalog = settling->live->catalog;
    say_names(settling->fd, catalog, settling->names);
    settling->names = names_count(&catalog->names);
    say_links(settling->fd, catalog);
    say(settling->fd, &(LiveMessage){.kind = LIVE_MESSAGE_LINKED}, NULL, 0, (Str){0});
    settling->linked = true;
}

static void on_linked(void *context)
{
    Settling *settling = context;
    if (count_changed(settling->live->catalog, CATALOG_LINKS) <= RECORDS_MAX)
        hand_links(settling);
}

/* With no changes left but metrics missing, resolving runs with an empty dirty set. */
static bool resolve(Settling *settling, Err *err)
{
    Live *live = settling->live;
    uint32_t resolved;
    if (!live->dirty && live->ranking)
        live->dirty = dirty_open(&live->dirty_arena, live->catalog);
    BuildResolving wanted = {.catalog = live->catalog,
                             .repo = &live->repo,
                             .dirty = live->dirty,
                             .memory = live->memory,
                             .linked = on_linked,
                             .context = settling};
    return !live->dirty || build_resolve(live->scratch, &wanted, &resolved, err);
}

void live_settle(int fd, void *state)
{
    Live *live = state;
    Catalog *catalog = live->catalog;
    Settling settling = {.live = live, .fd = fd, .names = names_count(&catalog->names)};
    size_t count = 0;
    Store *store = NULL;
    Str notice;
    Err err = {0};
    LiveMessage word = {.kind = LIVE_MESSAGE_SETTLED, .number = SETTLE_FAILED};
    bool opened = store_open(&live->arena, &live->store, &store, &notice, &err);
    catalog->store = store;
    if (opened && resolve(&settling, &err)) {
        const bool *chosen = list_metrics(live, &count);
        SettleResult result;
        if (save(live, store, &result, &err))
            word.generation = catalog->generation;
        word.number = word.generation && count > RECORDS_MAX ? SETTLE_RELOAD : result;
        if (word.number != SETTLE_RELOAD && live->dirty && !settling.linked)
            hand_links(&settling);
        if (word.number != SETTLE_RELOAD)
            say_metrics(fd, catalog, chosen);
    }
    if (*catalog->lacks)
        word.number = SETTLE_LOST;
    say(fd, &word, NULL, 0, (Str){0});
    store_close(&store);
}

static void on_progress(void *context, const BuildStep *step)
{
    LiveMessage word = {.kind = LIVE_MESSAGE_PROGRESS,
                        .count = step->first_pass ? 0 : step->done,
                        .total = step->bytes};
    say(*(int *)context, &word, NULL, 0, (Str){0});
}

void live_build(int fd, void *state)
{
    Live *live = state;
    Arena arena;
    Store *store = NULL;
    Str notice;
    Err err = {0};
    BuildReport report;
    BuildOptions options = {.repo = &live->repo,
                            .force = live->force,
                            .memory = live->memory,
                            .progress = on_progress,
                            .context = &fd};
    LiveMessage word = {.kind = LIVE_MESSAGE_BUILT};
    arena_open(&arena, 0);
    arena_close(&live->catalog_arena); /* the build loads its parts itself */
    proc_memory_add((size_t)live->kept_back);
    if (!store_open(&arena, &live->store, &store, &notice, &err) ||
        !build_update(&arena, live->scratch, store, &options, &report, &err))
        word.number = err.code;
    store_close(&store);
    say(fd, &word, NULL, 0, (Str){0});
}
