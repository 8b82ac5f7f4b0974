/* Scheduling: bursts of events are taken together, and settling waits until it has been quiet for a
   while. A waiting answer hurries both, but never waits for anything slow. */
#include "index/live/live_state.h"

#include "base/proc.h"

#include <poll.h>
#include <signal.h>

/* Events are taken once none has come for QUIET_MS, or the first is BURST_MS old. */
#define QUIET_MS 25
#define BURST_MS 80
/* Settling begins this long after the latest change. */
#define SETTLE_MS 60
/* A catalog that has grown by this much through changes is loaded again. */
#define GROWTH_MAX (32 * MB)
/* How often to try for a freshness socket that another process has. */
#define FRESHNESS_MS 10000
/* How often to check whether another process saved. */
#define STORE_MS 300

static bool is_unsettled(const Live *live)
{
    return live->dirty || live->unsaved;
}

static bool has_events(const Live *live)
{
    return live->everything || live->files.len || live->directories.len;
}

/* Opened only if events cover every change: the tree is watched, and local. */
static void open_freshness(Live *live)
{
    int64_t now = proc_clock_ms();
    if (live->freshness || !live->watch || !live->single ||
        (live->freshness_ms && now < live->freshness_ms + FRESHNESS_MS))
        return;
    live->freshness_ms = now;
    live->freshness = freshness_open(&live->arena, live->store.path, live->repo.root);
}

bool live_open(const LiveOptions *options, Live **made, Err *err)
{
    Arena arena;
    arena_open(&arena, 0);
    Live *live = NEW(&arena, Live, 1);
    live->arena = arena;
    live->child.fd = live->tree.fd = -1;
    arena_open(&live->scratch, 0);
    arena_open(&live->events_arena, 1 * GB);
    arena_open(&live->dirty_arena, 0);
    *made = live;
    const WorkerOptions workers = {.count = 1, .hidden = {&live->catalog_arena, &live->scratch}};
    live->memory = options->memory;
    Err unwatched;
    if (!git_repo_find(&live->arena, options->root, &live->repo, err))
        return false;
    git_repo_narrow(&live->repo, str_copy(&live->arena, options->root));
    if (!fs_tree_open(&live->arena, &(FsPolicy){0}, live->repo.root, &live->tree, err) ||
        !worker_pool_open(&live->arena, &workers, &live->pool, err))
        return false;
    live->store = (StoreOptions){.path = str_copy(&live->arena, options->database),
                                 .wait_ms = 1000,
                                 .tree = live->repo.root};
    if (!watch_open(&live->watch, &unwatched))
        live->watch = NULL;
    if (!live_load(live, err) || !live_scan(live, err))
        return false;
    open_freshness(live);
    return true;
}

void live_close(Live **closed)
{
    Live *live = *closed;
    if (!live)
        return;
    if (live->work != WORK_NONE) {
        kill(live->child.pid, SIGKILL);
        child_stop(&live->child);
    }
    freshness_close(&live->freshness);
    worker_pool_close(&live->pool);
    watch_close(&live->watch);
    fs_tree_close(&live->tree);
    arena_close(&live->catalog_arena);
    arena_close(&live->dirty_arena);
    arena_close(&live->events_arena);
    arena_close(&live->scratch);
    Arena arena = live->arena;
    *closed = NULL;
    arena_close(&arena);
}

/* ---- time ---- */

static int64_t events_due_ms(const Live *live)
{
    if (!has_events(live) || live->work == WORK_BUILD)
        return INT64_MAX;
    return MIN(live->last_event_ms + QUIET_MS, live->first_event_ms + BURST_MS);
}

static bool can_settle(const Live *live)
{
    return is_unsettled(live) && live->work == WORK_NONE && !live->failed;
}

static int64_t settle_due_ms(const Live *live)
{
    return can_settle(live) ? live->taken_ms + SETTLE_MS : INT64_MAX;
}

static int64_t retry_due_ms(const Live *live)
{
    return live->retry_ms && live->work == WORK_NONE ? live->retry_ms : INT64_MAX;
}

static int64_t look_due_ms(const Live *live)
{
    bool can = live->store_changed && live->work == WORK_NONE && !is_unsettled(live);
    return can ? live->looked_ms + STORE_MS : INT64_MAX;
}

int live_wait_ms(const Live *live, int fds[LIVE_FDS])
{
    int64_t due = MIN(MIN(events_due_ms(live), look_due_ms(live)),
                      MIN(settle_due_ms(live), retry_due_ms(live)));
    fds[0] = live->watch ? watch_fd(live->watch) : -1;
    fds[1] = live->work == WORK_NONE ? -1 : live->child.fd;
    fds[2] = live->freshness ? freshness_fd(live->freshness) : -1;
    if (due == INT64_MAX)
        return -1;
    int64_t now = proc_clock_ms();
    return due <= now ? 0 : (int)MIN(due - now, (int64_t)60000);
}

/* ---- steps ---- */

/* Once a result has begun, reads all of it: half a result is a mixture of two states. */
static bool hear_child(Live *live, Err *err)
{
    struct pollfd fd = {.events = POLLIN};
    while (live->work != WORK_NONE) {
        fd.fd = live->child.fd;
        if (!live->listening && poll(&fd, 1, 0) <= 0)
            return true;
        if (!live_take_message(live, err))
            return false;
    }
    return true;
}

/* Whether another process saved, checked every STORE_MS. If an answer waits, the extent is checked
   each time. */
static bool is_outdated(Live *live, int64_t now, bool at_once)
{
    if (!live->store_changed)
        return false;
    if (now < live->looked_ms + STORE_MS)
        return at_once && live_has_other_extent(live);
    live->store_changed = false;
    live->looked_ms = now;
    return live_has_new_generation(live) || live_has_other_extent(live);
}

/* Reloads only when there is nothing else to do. */
static bool needs_load(Live *live, int64_t now, bool at_once)
{
    if (live->work != WORK_NONE || is_unsettled(live) || has_events(live))
        return false;
    size_t most = live->loaded_bytes + MAX(live->loaded_bytes / 4, GROWTH_MAX);
    bool overgrown = arena_used(&live->catalog_arena) > most;
    return overgrown || live->store_moved_on || is_outdated(live, now, at_once);
}

/* The store is another file than the one loaded, or gone. Then nothing can be saved to it, and
   facts needed for resolving are lost. */
static bool is_gone(const Live *live)
{
    return live->file != store_file(live->scratch, live->store.path);
}

static bool is_retry_due(Live *live, int64_t now)
{
    bool due = now >= retry_due_ms(live);
    if (due)
        live->retry_ms = 0;
    return due;
}

/* A step while the catalog is absent: events are dropped, and loading is tried when due. */
static bool step_without(Live *live, Err *err)
{
    int64_t now = proc_clock_ms();
    live_forget_events(live);
    if (!is_retry_due(live, now) && !needs_load(live, now, false))
        return true;
    return live_load(live, err) && live_scan(live, err);
}

static bool step(Live *live, unsigned hurry, Err *err)
{
    if (!hear_child(live, err))
        return false;
    live_read_events(live);
    if (is_gone(live))
        return live_start_over(live, err);
    if (live->absent)
        return step_without(live, err);
    bool at_once = hurry & LIVE_HURRY_SYMBOLS;
    if (!live->watch && at_once)
        live->everything = true;
    int64_t now = proc_clock_ms();
    if (has_events(live) && live->work != WORK_BUILD && (at_once || now >= events_due_ms(live)) &&
        !live_take(live, err))
        return false;
    if (is_retry_due(live, now) && (!live_load(live, err) || !live_scan(live, err)))
        return false;
    bool awaited = hurry & LIVE_HURRY_CALLS && can_settle(live) && live->dirty;
    if ((awaited || now >= settle_due_ms(live)) && !live_start_settle(live, err))
        return false;
    if (needs_load(live, now, at_once))
        return live_load(live, err) && live_scan(live, err);
    return true;
}

/* Generation plus birth of the store when it holds exactly this catalog; 0: not sure. */
static uint64_t generation_stored(const Live *live)
{
    bool sure = !live->lost && !live->absent && !live->store_moved_on && !is_unsettled(live) &&
                live->work == WORK_NONE && !live->retry_ms;
    return sure && live->catalog->generation ? live->catalog->generation + live->birth : 0;
}

/* The same when the catalog also equals the tree. */
static uint64_t generation_at_rest(const Live *live)
{
    bool sure = live->watch && live->single && !has_events(live);
    return sure ? generation_stored(live) : 0;
}

/* Askers are accepted before events are read, so every write they made before asking is
   included. */
bool live_step(Live *live, unsigned hurry, Err *err)
{
    open_freshness(live);
    bool asked = live->freshness && freshness_listen(live->freshness);
    if (!step(live, hurry | (asked && live->watch ? LIVE_HURRY_SYMBOLS : 0), err))
        return false;
    if (asked)
        freshness_answer(live->freshness, generation_at_rest(live), live->rules);
    return true;
}

LiveView live_view(const Live *live)
{
    bool building = live->work == WORK_BUILD || live->retry_ms;
    return (LiveView){.stage = building              ? LIVE_BUILDING
                               : live->dirty != NULL ? LIVE_SETTLING
                               : live->ranking       ? LIVE_RANKING
                                                     : LIVE_CURRENT,
                      .repo = &live->repo,
                      .catalog = live->catalog,
                      .version = live->version,
                      .generation = generation_stored(live),
                      .behind = live->behind,
                      .built = live->built,
                      .built_bytes = live->built_bytes,
                      .unsettled = (uint32_t)live->noted.len + live->ranking,
                      .watched = live->watch != NULL,
                      .lost = live->lost,
                      .absent = live->absent,
                      .failing = live->retry_ms && live->work == WORK_NONE,
                      .needed = live->needed,
                      .notice = live->notice};
}

LiveChange live_take_change(Live *live)
{
    LiveChange change = live->change;
    live->change = (LiveChange){0};
    return change;
}
