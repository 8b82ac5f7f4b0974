/* A child inherits the catalog as it is (copy on write) and opens the store for itself: SQLite's
   connections must not cross a fork, so the parent has none open then. What it found it writes to
   its socket as records: names that it added, then the files whose links or standings differ. */
#include "index/live/live_state.h"

#include "base/proc.h"
#include "base/proc_memory.h"
#include "index/catalog/catalog_store.h"
#include "index/graph/levels.h"
#include "index/graph/standing.h"
#include "index/update/memory.h"

#include <signal.h>
#include <unistd.h>

/* For another process that saves. */
#define SAVE_WAIT_MS 5000
#define RETRY_MS 2000
/* Results for more files are read from the store. */
#define RECORDS_MAX 4000

typedef enum WordKind {
    WORD_PROGRESS,
    WORD_BUILT,  /* the build ended; `number` is an ErrCode */
    WORD_NAMES,  /* `len` bytes of names, each with a NUL behind it */
    WORD_FILE,   /* number: its id; count entries' standings, then `len` bytes of links */
    WORD_SETTLED /* generation: 0 when nothing was saved; number: a SettleResult */
} WordKind;

typedef enum SettleResult {
    SETTLE_OK,
    SETTLE_ADRIFT, /* another process saved before */
    SETTLE_RELOAD, /* saved; too much for records */
    SETTLE_FAILED,
} SettleResult;

typedef struct Word {
    uint32_t kind, number, count, len;
    uint64_t generation, total;
} Word;

/* ---- in the child ---- */

static void say(int fd, const Word *word, const void *first, size_t first_len, Str second)
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
    say(fd, &(Word){.kind = WORD_NAMES, .len = (uint32_t)texts.len}, NULL, 0, texts);
}

static void say_files(int fd, const Catalog *catalog, const bool *chosen)
{
    for (uint32_t id = 0; id < catalog->files.len; id++) {
        const CatalogFile *file = &catalog->files.ptr[id];
        Word word = {.kind = WORD_FILE,
                     .number = id,
                     .count = file->count,
                     .len = (uint32_t)file->links.len};
        if (chosen[id])
            say(fd, &word, file->standings, file->count * sizeof *file->standings, file->links);
    }
}

static bool save(Live *live, Store *store, SettleResult *result, Err *err)
{
    Catalog *catalog = live->catalog;
    uint64_t now = 0;
    *result = SETTLE_ADRIFT;
    if (live->adrift || !store_lock(store, SAVE_WAIT_MS) || !store_begin(store, err))
        return false;
    bool ok = catalog_generation(store, &now, err) && now == catalog->generation;
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

static const bool *list_results(Live *live, size_t *count)
{
    const Catalog *catalog = live->catalog;
    bool *chosen = NEW(&live->arena, bool, catalog->files.len + 1);
    *count = 0;
    for (size_t i = 0; i < catalog->files.len; i++) {
        chosen[i] = catalog->files.ptr[i].changed & (CATALOG_LINKS | CATALOG_STANDINGS);
        *count += chosen[i];
    }
    return chosen;
}

static void settle(int fd, void *state)
{
    Live *live = state;
    Catalog *catalog = live->catalog;
    uint32_t names = names_count(&catalog->names), resolved = 0;
    size_t count = 0;
    Store *store = NULL;
    Str notice;
    Err err = {0};
    Word word = {.kind = WORD_SETTLED, .number = SETTLE_FAILED};
    if (!store_open(&live->arena, &live->store, &store, &notice, &err)) {
        say(fd, &word, NULL, 0, (Str){0});
        return;
    }
    catalog->store = store;
    BuildResolving wanted = {
        .catalog = catalog, .repo = &live->repo, .touched = live->touched, .memory = live->memory};
    if (live->touched && !build_resolve(live->scratch, &wanted, &resolved, &err)) {
        say(fd, &word, NULL, 0, (Str){0});
        return;
    }
    const bool *chosen = list_results(live, &count);
    SettleResult result;
    bool saved = save(live, store, &result, &err);
    if (saved)
        word.generation = catalog->generation;
    if (saved && count > RECORDS_MAX) {
        result = SETTLE_RELOAD;
    } else {
        say_names(fd, catalog, names);
        say_files(fd, catalog, chosen);
    }
    word.number = result;
    say(fd, &word, NULL, 0, (Str){0});
    store_close(&store);
}

static void on_progress(void *context, const BuildStep *step)
{
    Word word = {.kind = WORD_PROGRESS, .count = step->look ? 0 : step->done, .total = step->bytes};
    say(*(int *)context, &word, NULL, 0, (Str){0});
}

static void build(int fd, void *state)
{
    Live *live = state;
    Arena arena;
    Store *store = NULL;
    Str notice;
    Err err = {0};
    BuildReport report;
    BuildOptions options = {
        .repo = &live->repo, .memory = live->memory, .progress = on_progress, .context = &fd};
    Word word = {.kind = WORD_BUILT};
    arena_open(&arena, 0);
    arena_close(&live->catalog_arena); /* a build loads what it needs itself */
    proc_memory_add((size_t)live->kept_back);
    if (!store_open(&arena, &live->store, &store, &notice, &err) ||
        !build_update(&arena, live->scratch, store, &options, &report, &err))
        word.number = err.code;
    store_close(&store);
    say(fd, &word, NULL, 0, (Str){0});
}

/* ---- in the parent ---- */

static bool start(Live *live, LiveWork work, Err *err)
{
    if (!child_fork(work == WORK_SETTLE ? settle : build, live, &live->child))
        return err_set(err, ERR_FAILED, "cannot start a process");
    live->work = work;
    live->overtaken = live->astray = false;
    live->child_names = names_count(&live->catalog->names);
    return true;
}

bool live_start_settle(Live *live, Err *err)
{
    return start(live, WORK_SETTLE, err);
}

void live_forget_touched(Live *live)
{
    for (size_t i = 0; i < live->noted.len; i++)
        if (live->noted.ptr[i] < live->catalog->files.len)
            live->catalog->files.ptr[live->noted.ptr[i]].moved = NULL;
    live->touched = NULL;
    live->noted.ptr = NULL;
    live->noted.len = live->noted.cap = 0;
    live->unsaved = false;
    arena_reset(&live->touched_arena);
    live->change.path = (Str){0};
}

/* What only this process sees is of no use to the children that save. */
static bool open_shared(Live *live, Arena *arena, Store **store, Str *notice, Err *err)
{
    if (!store_open(arena, &live->store, store, notice, err))
        return false;
    return !store_is_private(*store) || err_set(err, ERR_FAILED, "%.*s", STR_ARG(*notice));
}

/* What is to be known of a catalog that is not kept: which one it is. */
static bool load_generation(Live *live, Store *store, Err *err)
{
    live->catalog = catalog_open(&live->catalog_arena);
    live->absent = true;
    return catalog_generation(store, &live->catalog->generation, err);
}

static bool load_all(Live *live, Arena scratch, Store *store, Err *err)
{
    live->absent = false;
    if (!catalog_load(&live->catalog_arena, scratch, store, CATALOG_ALL, &live->catalog, err))
        return false;
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

/* The former one is gone before, so that there are never two. */
static bool load(Live *live, bool whole, Err *err)
{
    Arena work = live->scratch;
    Store *store SCOPED(store_close) = NULL;
    Str notice = {0};
    if (live->catalog)
        live_forget_touched(live);
    live->catalog = NULL;
    arena_close(&live->catalog_arena);
    arena_open(&live->catalog_arena, 0);
    if (!open_shared(live, &work, &store, &notice, err))
        return false;
    if (notice.len)
        live->notice = str_copy(&live->arena, notice);
    live->needed = catalog_loaded_bytes(store, CATALOG_ALL) + MEMORY_TO_CHANGE;
    if (whole && has_room(live) ? !load_all(live, work, store, err)
                                : !load_generation(live, store, err))
        return false;
    live->loaded_bytes = arena_used(&live->catalog_arena);
    live->adrift = false;
    live->version++;
    return true;
}

bool live_load(Live *live, Err *err)
{
    return load(live, true, err);
}

/* A build gets three quarters of the limit and the catalog stays within the rest, or it gets all of
   it and there is no catalog meanwhile. */
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

bool live_start_build(Live *live, Err *err)
{
    if (live->work != WORK_NONE) {
        kill(live->child.pid, SIGKILL);
        child_stop(&live->child);
        live->work = WORK_NONE;
    }
    live->built = 0;
    live->built_bytes = 0;
    return share_memory(live, err) && start(live, WORK_BUILD, err);
}

/* What the store has now, and what differs from it. */
static bool reload(Live *live, Err *err)
{
    return live_load(live, err) && live_scan(live, err);
}

/* As the child numbered them; when the catalog went on meanwhile, its next numbers may be others.
 */
static bool take_names(Live *live, const Word *word)
{
    Arena work = live->scratch;
    Names *names = &live->catalog->names;
    char *bytes = arena_bytes(&work, word->len);
    if (!child_read(live->child.fd, bytes, word->len))
        return false;
    Str texts = {bytes, word->len}, name;
    live->astray = names_count(names) != live->child_names;
    while (!live->astray && str_take_until(&texts, '\0', &name))
        (void)names_put(names, name);
    if (!live->astray)
        live->child_names = names_count(names);
    return true;
}

static bool take_file(Live *live, const Word *word)
{
    Arena work = live->scratch;
    Catalog *catalog = live->catalog;
    Standing *standings = NEW(&work, Standing, word->count);
    char *links = arena_bytes(&work, word->len);
    if (!child_read(live->child.fd, standings, word->count * sizeof *standings) ||
        !child_read(live->child.fd, links, word->len))
        return false;
    if (word->number >= catalog->files.len)
        return true;
    CatalogFile *file = &catalog->files.ptr[word->number];
    if (live->overtaken) { /* the store has other ones than this now */
        file->changed |= CATALOG_LINKS | CATALOG_STANDINGS;
        return true;
    }
    catalog->callers.ready = false;
    catalog->modules = NULL;
    levels_forget(catalog);
    assert(file->count == word->count);
    Str packed = {links, word->len};
    if (!str_equal(packed, file->links))
        file->links = str_copy(catalog->arena, packed);
    if (word->count)
        memcpy(file->standings, standings, word->count * sizeof *standings);
    file->changed |= CATALOG_LINKS | CATALOG_STANDINGS;
    return true;
}

static void mark_saved(Live *live, uint64_t generation)
{
    Catalog *catalog = live->catalog;
    for (size_t i = 0; i < catalog->files.len; i++)
        catalog->files.ptr[i].changed = 0;
    catalog->saved_names = names_count(&catalog->names);
    catalog->names_astray = false;
    catalog->generation = generation;
    catalog->fresh.len = 0;
}

/* The catalog went on while the child worked, which saved what was before: the next child works on
   both, and writes anew what this one wrote. */
static void mark_overtaken(Live *live, uint64_t generation)
{
    Catalog *catalog = live->catalog;
    catalog->generation = generation;
    catalog->saved_names = live->child_names;
    catalog->names_astray = live->astray;
}

static bool take_settled(Live *live, const Word *word, Err *err)
{
    bool overtaken = live->overtaken;
    if (word->number == SETTLE_FAILED) {
        live->failed = !overtaken;
        return true;
    }
    if (word->number == SETTLE_RELOAD)
        return reload(live, err);
    if (overtaken && word->generation)
        mark_overtaken(live, word->generation);
    if (overtaken)
        return true;
    bool touched = live->touched != NULL;
    live_forget_touched(live);
    live->adrift = !word->generation;
    if (word->generation)
        mark_saved(live, word->generation);
    live->version += touched;
    return true;
}

bool live_has_new_generation(const Live *live)
{
    Store *store SCOPED(store_close) = NULL;
    Arena work = live->scratch;
    Str notice;
    uint64_t now = 0;
    Err ignored;
    return store_open(&work, &live->store, &store, &notice, &ignored) &&
           catalog_generation(store, &now, &ignored) && now != live->catalog->generation;
}

static bool take_progress(Live *live, const Word *word, Err *err)
{
    live->built = word->count;
    live->built_bytes = word->total;
    BuildDrift behind = live->behind;
    if (live_has_new_generation(live) && !live_load(live, err))
        return false;
    live->behind = behind;
    return true;
}

static bool take_built(Live *live, const Word *word, Err *err)
{
    live->retry_ms = 0;
    if (!word->number)
        return reload(live, err);
    live->retry_ms = proc_clock_ms() + RETRY_MS;
    return true;
}

static void end_child(Live *live)
{
    live->work = WORK_NONE;
    child_stop(&live->child);
}

bool live_take_word(Live *live, Err *err)
{
    Word word;
    LiveWork work = live->work;
    bool read = child_read(live->child.fd, &word, sizeof word);
    if (read && word.kind == WORD_PROGRESS)
        return take_progress(live, &word, err);
    if (read && word.kind == WORD_NAMES)
        read = take_names(live, &word);
    else if (read && word.kind == WORD_FILE)
        read = take_file(live, &word);
    if (read && (word.kind == WORD_NAMES || word.kind == WORD_FILE))
        return true;
    end_child(live);
    if (!read)
        word = (Word){.kind = work == WORK_BUILD ? WORD_BUILT : WORD_SETTLED,
                      .number = work == WORK_BUILD ? (uint32_t)ERR_FAILED : SETTLE_FAILED};
    return word.kind == WORD_BUILT ? take_built(live, &word, err) : take_settled(live, &word, err);
}
