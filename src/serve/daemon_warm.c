/* Derived parts of a daemon's catalog, made in a forked child. The child writes to shared memory
   that both map at the same addresses, so nothing is copied. When it ends without a fault, the
   daemon takes the parts over, unless the catalog has changed in the meantime. */
#include "serve/daemon_warm.h"

#include "index/graph/module_uses.h"
#include "index/terms/term_index.h"

#include <poll.h>
#include <signal.h>

/* With fewer symbols, making a part takes less time than starting a child. */
#define CHILD_SYMBOLS_MIN 200000
/* Address space reserved for the parts that a child makes. */
#define COMING_RESERVE (16 * GB)

typedef struct Warmed {
    bool whole; /* all that it points to is in the shared memory */
    CallerFiles callers;
    const Modules *modules;
    const TermIndex *terms;
    RiskLevels levels;
} Warmed;

typedef struct WarmWork {
    StoreOptions store;
    Catalog *catalog;
    Arena *arena;
    WarmPart part;
} WarmWork;

bool daemon_warm_has(const Catalog *catalog, WarmPart part)
{
    switch (part) {
    case WARM_CALLERS: return catalog->callers.ready;
    case WARM_MODULES: return catalog->modules && catalog->modules->uses;
    default: return catalog->terms;
    }
}

static void make_terms(const WarmWork *work, Arena *scratch)
{
    Store *store SCOPED(store_close) = NULL;
    Str notice;
    Err ignored;
    bool there = store_open(scratch, &work->store, &store, &notice, &ignored);
    term_index_warm(there ? store : NULL, work->arena, work->catalog);
}

static void make(const WarmWork *work)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    if (work->part == WARM_CALLERS) {
        catalog_warm_callers(work->arena, scratch, work->catalog);
    } else if (work->part == WARM_MODULES) {
        modules_warm(work->arena, work->catalog);
        module_uses_warm(work->arena, work->catalog);
    } else {
        make_terms(work, &scratch);
    }
}

static void make_in_child(int fd, void *state)
{
    const WarmWork *work = state;
    Catalog *catalog = work->catalog;
    const char *before = catalog->arena->ptr;
    make(work);
    Warmed made = {catalog->arena->ptr == before, catalog->callers, catalog->modules,
                   catalog->terms, *catalog->levels};
    (void)!child_write(fd, &made, sizeof made);
}

/* Opens the arena of the next part. Returns whether it is shared memory, so that a child can write
   to it. */
static bool open_coming(Arena *arena)
{
    char *memory = child_memory_open(COMING_RESERVE);
    if (memory)
        *arena = (Arena){memory, memory, memory + COMING_RESERVE, memory + COMING_RESERVE};
    else
        arena_open(arena, 0);
    return memory;
}

/* Keeps the new part's arena and closes the previous part's. */
static void keep_coming(Warming *warming)
{
    arena_close(&warming->made[warming->part]);
    warming->made[warming->part] = warming->coming;
    warming->coming = (Arena){0};
}

static WarmWork work_of(Warming *warming, const LiveView *view)
{
    StoreOptions store = {
        .path = warming->database, .tree = view->repo->root, .wait_ms = 1000, .read_only = true};
    return (WarmWork){store, view->catalog, &warming->coming, warming->part};
}

static void make_here(Warming *warming, const LiveView *view)
{
    WarmWork work = work_of(warming, view);
    make(&work);
    keep_coming(warming);
}

void daemon_warm_start(Warming *warming, const LiveView *view, WarmPart part)
{
    bool in_common = open_coming(&warming->coming);
    warming->part = part;
    WarmWork work = work_of(warming, view);
    warming->version = view->version;
    if (in_common && view->catalog->symbol_count >= CHILD_SYMBOLS_MIN &&
        child_fork(make_in_child, &work, &warming->child))
        return;
    warming->child = (Child){0};
    make_here(warming, view);
}

static void end_child(Warming *warming)
{
    kill(warming->child.pid, SIGKILL);
    child_stop(&warming->child);
    warming->child = (Child){0};
    arena_close(&warming->coming);
}

void daemon_warm_take(Warming *warming, const LiveView *view)
{
    Warmed made = {0};
    struct pollfd fd = {.fd = warming->child.fd, .events = POLLIN};
    if (!warming->child.pid)
        return;
    bool current = warming->version == view->version && !view->absent;
    if (current && poll(&fd, 1, 0) <= 0)
        return;
    bool made_it = current && child_read(warming->child.fd, &made, sizeof made) && made.whole;
    if (made_it) {
        keep_coming(warming);
        view->catalog->callers = made.callers;
        view->catalog->modules = made.modules;
        if (made.modules)
            view->catalog->layout = made.modules;
        view->catalog->terms = made.terms;
        *view->catalog->levels = made.levels;
    }
    end_child(warming);
    if (!current || made_it)
        return;
    (void)open_coming(&warming->coming); /* the child was killed, perhaps for lack of memory */
    make_here(warming, view);
}

void daemon_warm_forget(Warming *warming)
{
    if (warming->child.pid)
        end_child(warming);
    for (unsigned part = 0; part < WARM_PARTS; part++)
        arena_close(&warming->made[part]);
}
