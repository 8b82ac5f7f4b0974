/* Child processes of a Live, and the handling of their messages. */
#include "index/live/live_message.h"

#include "base/proc.h"
#include "index/catalog/catalog_store.h"
#include "index/graph/levels.h"
#include "index/history/history.h"
#include "index/update/memory.h"

#include <signal.h>

/* Wait after a build that failed, or a save. */
#define RETRY_MS 2000

static bool start(Live *live, LiveWork work, Err *err)
{
    if (!child_fork(work == WORK_SETTLE ? live_settle : live_build, live, &live->child))
        return err_set(err, ERR_FAILED, "cannot start a process");
    live->work = work;
    live->overtaken = live->diverged = false;
    live->child_names = names_count(&live->catalog->names);
    return true;
}

bool live_start_settle(Live *live, Err *err)
{
    return start(live, WORK_SETTLE, err);
}

/* Forgets the changes noted for settling. */
static void forget_dirty(Live *live)
{
    for (size_t i = 0; i < live->noted.len; i++)
        if (live->noted.ptr[i] < live->catalog->files.len)
            live->catalog->files.ptr[live->noted.ptr[i]].moved = NULL;
    live->dirty = NULL;
    live->noted.ptr = NULL;
    live->noted.len = live->noted.cap = 0;
    live->unsaved = false;
    arena_reset(&live->dirty_arena);
    live->change.path = (Str){0};
}

/* Opens the store; fails if it is private to this process, since children could not save to it. */
static bool open_shared(Live *live, Arena *arena, Store **store, Str *notice, Err *err)
{
    if (!store_open(arena, &live->store, store, notice, err))
        return false;
    return !store_is_private(*store) || err_set(err, ERR_FAILED, "%.*s", STR_ARG(*notice));
}

/* For an absent catalog: loads only its generation. */
static bool load_generation(Live *live, Store *store, Err *err)
{
    live->catalog = catalog_open(&live->catalog_arena);
    live->absent = true;
    return catalog_generation(store, &live->catalog->generation, err);
}

/* Loads in large pages as far as the arena asks for them. The catalog is dense and seldom written,
   and each fork copies its page table. */
static bool load_all(Live *live, Arena scratch, Store *store, Err *err)
{
    live->absent = false;
    proc_use_small_pages(false);
    bool loaded =
        catalog_load(&live->catalog_arena, scratch, store, CATALOG_ALL, &live->catalog, err);
    proc_use_small_pages(true);
    if (!loaded)
        return false;
    (void)history_of(live->catalog);
    live->catalog->store = NULL;
    catalog_warm(live->catalog);
    arena_give_back(live->scratch, live->scratch.end);
    return true;
}

static bool has_room(const Live *live)
{
    bool building = live->work == WORK_BUILD;
    if (memory_limit(live->memory) == MEMORY_NONE)
        return true;
    return (!building || live->kept_back) &&
           memory_has_room(building ? live->kept_back : live->memory, live->needed);
}

/* The former catalog is dropped first, so that there are never two. */
static bool load(Live *live, bool whole, Err *err)
{
    Arena work = live->scratch;
    Store *store SCOPED(store_close) = NULL;
    Str notice = {0};
    if (live->catalog)
        forget_dirty(live);
    live->catalog = NULL;
    arena_close(&live->catalog_arena);
    arena_open(&live->catalog_arena, 0);
    if (!open_shared(live, &work, &store, &notice, err))
        return false;
    if (notice.len)
        live->notice = str_copy(&live->arena, notice);
    live->file = store_file(work, live->store.path);
    if (!store_birth(store, &live->birth, err))
        return false;
    live->needed = catalog_loaded_bytes(store, CATALOG_ALL) + MEMORY_TO_CHANGE;
    if (whole && has_room(live) ? !load_all(live, work, store, err)
                                : !load_generation(live, store, err))
        return false;
    live->loaded_bytes = arena_used(&live->catalog_arena);
    live->ranking = 0;
    live->store_moved_on = false;
    live->version++;
    return true;
}

bool live_load(Live *live, Err *err)
{
    return load(live, true, err);
}

/* A build gets three quarters of the limit if the catalog fits in the rest. Otherwise it gets all
   of it and the catalog is dropped meanwhile. */
static bool share_memory(Live *live, Err *err)
{
    uint64_t limit = memory_limit(live->memory), rest = limit / 4;
    live->kept_back = 0;
    if (limit == MEMORY_NONE)
        return true;
    if (!memory_is_tight(limit - rest, live->behind.bytes))
        live->kept_back = rest;
    if (arena_used(&live->catalog_arena) <= live->kept_back)
        return true;
    return load(live, false, err);
}

static void stop_work(Live *live)
{
    if (live->work == WORK_NONE)
        return;
    kill(live->child.pid, SIGKILL);
    child_stop(&live->child);
    live->work = WORK_NONE;
    live->listening = false;
}

bool live_start_build(Live *live, Err *err)
{
    stop_work(live);
    live->built = 0;
    live->built_bytes = 0;
    return share_memory(live, err) && start(live, WORK_BUILD, err);
}

/* Loads the current catalog of the store, and takes up the differences from the tree. */
static bool reload(Live *live, Err *err)
{
    return live_load(live, err) && live_scan(live, err);
}

/* If the store was replaced, the freshness socket belongs to the old path and is opened again. */
bool live_start_over(Live *live, Err *err)
{
    stop_work(live);
    freshness_close(&live->freshness);
    live->freshness_ms = live->retry_ms = 0;
    return reload(live, err);
}

/* Rebuilds everything; the catalog does not change until then. */
static bool make_anew(Live *live, Err *err)
{
    live->behind = (Staleness){0};
    for (size_t i = 0; i < live->catalog->files.len; i++)
        live->behind.files += live->catalog->files.ptr[i].path.len > 0;
    live->behind.changed = live->behind.files;
    live->force = true;
    return live_start_build(live, err);
}

/* Adds names under the ids the child gave them. If the catalog got other names meanwhile, the ids
   differ: `diverged`. */
static bool take_names(Live *live, const LiveMessage *word)
{
    Arena work = live->scratch;
    Names *names = &live->catalog->names;
    char *bytes = arena_bytes(&work, word->len);
    if (!child_read(live->child.fd, bytes, word->len))
        return false;
    Str texts = {bytes, word->len}, name;
    live->diverged = names_count(names) != live->child_names;
    while (!live->diverged && str_take_until(&texts, '\0', &name))
        (void)names_put(names, name);
    if (!live->diverged)
        live->child_names = names_count(names);
    return true;
}

/* Results for a catalog that changed meanwhile are not applied; only that the store differs is
   noted. */
static bool take_links(Live *live, const LiveMessage *word)
{
    Arena work = live->scratch;
    Catalog *catalog = live->catalog;
    Str links = {arena_bytes(&work, word->len), word->len};
    if (!child_read(live->child.fd, (char *)links.ptr, word->len))
        return false;
    if (word->number >= catalog->files.len)
        return true;
    CatalogFile *file = &catalog->files.ptr[word->number];
    file->changed |= CATALOG_LINKS;
    if (!live->overtaken && !str_equal(links, file->links))
        catalog_take_links(catalog, word->number, links);
    return true;
}

static bool take_metrics(Live *live, const LiveMessage *word)
{
    Arena work = live->scratch;
    Catalog *catalog = live->catalog;
    SymbolMetrics *metrics = NEW(&work, SymbolMetrics, word->count);
    if (!child_read(live->child.fd, metrics, word->count * sizeof *metrics))
        return false;
    if (word->number >= catalog->files.len)
        return true;
    CatalogFile *file = &catalog->files.ptr[word->number];
    file->changed |= CATALOG_METRICS;
    catalog->modules = NULL;
    levels_forget(catalog);
    assert(live->overtaken || file->count == word->count);
    if (!live->overtaken && word->count)
        memcpy(file->metrics, metrics, word->count * sizeof *metrics);
    return true;
}

static void take_linked(Live *live)
{
    if (live->overtaken)
        return;
    live->catalog->modules = NULL;
    live->ranking += (uint32_t)live->noted.len;
    forget_dirty(live);
    live->unsaved = true;
    live->version++;
}

static void mark_saved(Live *live, uint64_t generation)
{
    Catalog *catalog = live->catalog;
    for (size_t i = 0; i < catalog->files.len; i++)
        if (catalog->files.ptr[i].changed) /* do not dirty pages shared with a child */
            catalog->files.ptr[i].changed = 0;
    catalog->saved_names = names_count(&catalog->names);
    catalog->names_diverged = false;
    catalog->generation = generation;
    catalog->fresh.len = 0;
    catalog->terms = NULL;
}

/* The catalog changed while the child worked, and the child saved the state from before. The next
   child continues from both and rewrites the files that this one wrote. */
static void mark_overtaken(Live *live, uint64_t generation)
{
    Catalog *catalog = live->catalog;
    catalog->generation = generation;
    catalog->saved_names = live->child_names;
    catalog->names_diverged = live->diverged;
}

/* The catalog is right but not saved: tries again later. */
static void save_later(Live *live)
{
    live->unsaved = true;
    live->taken_ms = proc_clock_ms() + RETRY_MS;
}

static bool take_settled(Live *live, const LiveMessage *word, Err *err)
{
    bool overtaken = live->overtaken;
    if (word->number == SETTLE_FAILED) {
        live->failed = !overtaken;
        return true;
    }
    if (word->number == SETTLE_RELOAD)
        return reload(live, err);
    if (word->number == SETTLE_LOST)
        return make_anew(live, err);
    if (overtaken && word->generation)
        mark_overtaken(live, word->generation);
    if (overtaken)
        return true;
    bool ranked = live->ranking > 0;
    live->ranking = 0;
    levels_forget(live->catalog);
    forget_dirty(live);
    live->store_moved_on = word->number == SETTLE_ADRIFT;
    if (word->generation)
        mark_saved(live, word->generation);
    if (word->number == SETTLE_UNSAVED)
        save_later(live);
    live->version += ranked;
    return true;
}

bool live_has_new_generation(const Live *live)
{
    Store *store SCOPED(store_close) = NULL;
    Arena work = live->scratch;
    Str notice;
    uint64_t now = 0, birth = 0;
    Err ignored;
    return store_open(&work, &live->store, &store, &notice, &ignored) &&
           catalog_generation(store, &now, &ignored) && store_birth(store, &birth, &ignored) &&
           (now != live->catalog->generation || birth != live->birth);
}

bool live_has_other_extent(const Live *live)
{
    Store *store SCOPED(store_close) = NULL;
    Arena work = live->scratch;
    Str notice;
    Extent now, *was = &live->catalog->extent;
    Err ignored;
    return store_open(&work, &live->store, &store, &notice, &ignored) &&
           extent_load(store, &work, &now, &ignored) &&
           (now.max_depth != was->max_depth || !str_equal(now.extensions, was->extensions));
}

static bool take_progress(Live *live, const LiveMessage *word, Err *err)
{
    live->built = word->count;
    live->built_bytes = word->total;
    Staleness behind = live->behind;
    if (live_has_new_generation(live) && !live_load(live, err))
        return false;
    live->behind = behind;
    return true;
}

static bool take_built(Live *live, const LiveMessage *word, Err *err)
{
    live->retry_ms = 0;
    live->force = live->force && word->number;
    if (!word->number)
        return reload(live, err);
    live->retry_ms = proc_clock_ms() + RETRY_MS;
    return true;
}

static void end_child(Live *live)
{
    live->work = WORK_NONE;
    live->listening = false;
    child_stop(&live->child);
}

static bool take_record(Live *live, const LiveMessage *word)
{
    switch (word->kind) {
    case LIVE_MESSAGE_NAMES: return take_names(live, word);
    case LIVE_MESSAGE_LINKS: return take_links(live, word);
    case LIVE_MESSAGE_METRICS: return take_metrics(live, word);
    default: take_linked(live); return true;
    }
}

bool live_take_message(Live *live, Err *err)
{
    LiveMessage word;
    LiveWork work = live->work;
    bool read = child_read(live->child.fd, &word, sizeof word);
    if (read && word.kind == LIVE_MESSAGE_PROGRESS)
        return take_progress(live, &word, err);
    bool record = read && word.kind >= LIVE_MESSAGE_NAMES && word.kind <= LIVE_MESSAGE_METRICS;
    live->listening = record && word.kind != LIVE_MESSAGE_LINKED;
    if (record && take_record(live, &word))
        return true;
    read = read && !record;
    end_child(live);
    if (!read)
        word = (LiveMessage){.kind = work == WORK_BUILD ? LIVE_MESSAGE_BUILT : LIVE_MESSAGE_SETTLED,
                             .number = work == WORK_BUILD ? (uint32_t)ERR_FAILED : SETTLE_FAILED};
    return word.kind == LIVE_MESSAGE_BUILT ? take_built(live, &word, err)
                                           : take_settled(live, &word, err);
}
