/* Event loop of a daemon: requests of the server, file events, messages of child processes. A
   request is answered after all earlier file events have been processed, so its answer is never
   older than the request. */
#include "serve/daemon_wire.h"

#include "base/proc.h"
#include "config/config.h"
#include "index/catalog/hash_prefixes.h"
#include "serve/daemon_warm.h"
#include "session/warm.h"

#include <errno.h>
#include <poll.h>
#include <unistd.h>

/* How long a call may wait for missing data. The first pass over a large tree takes some
   seconds. */
#define WAIT_CALLS_MS 1000
#define WAIT_BUILT_MS 5000
#define WAIT_FIRST_MS 30000
/* Symbols whose hash prefixes are computed in one step of some milliseconds. */
#define MARKED_AT_ONCE 10000
#define ASKED_MAX MCP_EXCHANGES_MAX

typedef struct Asked {
    DaemonAsk ask;
    int64_t end_ms;
} Asked;

typedef struct DaemonLoop {
    DaemonSetup *setup;
    Warming warming;
    Asked asked[ASKED_MAX];
    size_t count;
    uint64_t spare; /* version for which a spare process was sent */
    bool eager; /* a call was answered while edges were not settled: the next one may need them */
} DaemonLoop;

static bool is_warm(const Catalog *catalog)
{
    return !catalog->numbering.scattered && daemon_warm_has(catalog, WARM_CALLERS) &&
           daemon_warm_has(catalog, WARM_MODULES) && daemon_warm_has(catalog, WARM_TERMS) &&
           catalog->has_hash_prefixes;
}

/* Version of a forked process's state: the catalog's version, and whether warm_up is complete. */
static uint64_t version_of(const LiveView *view)
{
    return view->version << 1 | is_warm(view->catalog);
}

static DaemonNote note_of(const LiveView *view)
{
    return (DaemonNote){.stage = view->stage,
                        .behind = view->behind,
                        .built = view->built,
                        .built_bytes = view->built_bytes,
                        .unsettled = view->unsettled,
                        .watched = view->watched};
}

/* Whether the data that a call waits for is available. */
static bool has_come(unsigned wait, const LiveView *view)
{
    switch (wait) {
    case SESSION_WAIT_FILES: return view->catalog->files.len > 0;
    case SESSION_WAIT_SYMBOLS: return catalog_has_symbols(view->catalog);
    case SESSION_WAIT_CALLS: return view->stage != LIVE_SETTLING;
    case SESSION_WAIT_BUILT: return view->stage != LIVE_BUILDING;
    default: return true;
    }
}

/* Whether calls must run in processes of the server, without the daemon: a full disk, for example,
   leaves them an index in memory. */
static bool is_alone(const LiveView *view)
{
    return view->absent || view->failing;
}

static bool is_ready(const Asked *asked, const LiveView *view)
{
    return is_alone(view) || has_come(asked->ask.wait, view) || proc_clock_ms() >= asked->end_ms;
}

/* ---- messages to the server ---- */

static bool say(const DaemonLoop *daemon, DaemonReply *word, bool process)
{
    Child child = {.fd = -1};
    if (process && !child_fork_sibling(daemon_answer, daemon->setup, &child))
        return false;
    word->pid = child.pid;
    bool said = child_send(daemon->setup->fd, word, sizeof *word, child.fd);
    if (process)
        close(child.fd);
    return said;
}

static bool answer(DaemonLoop *daemon, const Asked *asked, const LiveView *view)
{
    uint64_t version = version_of(view);
    DaemonReply word = {.serial = asked->ask.serial,
                        .version = version,
                        .note = note_of(view),
                        .alone = is_alone(view)};
    return say(daemon, &word, !word.alone && asked->ask.version != version);
}

static bool answer_ready(DaemonLoop *daemon)
{
    LiveView view = live_view(daemon->setup->live);
    size_t kept = 0;
    for (size_t i = 0; i < daemon->count; i++) {
        if (!is_ready(&daemon->asked[i], &view))
            daemon->asked[kept++] = daemon->asked[i];
        else if (!answer(daemon, &daemon->asked[i], &view))
            return false;
    }
    daemon->eager = kept < daemon->count && view.stage == LIVE_SETTLING;
    daemon->count = kept;
    return true;
}

/* Sends a process in advance, so that the next call need not wait for one. False when the server is
   gone. */
static bool give_spare(DaemonLoop *daemon)
{
    LiveView view = live_view(daemon->setup->live);
    DaemonReply word = {.version = version_of(&view), .note = note_of(&view)};
    if (daemon->spare == word.version || view.absent)
        return true;
    daemon->spare = word.version;
    return say(daemon, &word, true);
}

/* ---- messages from the server ---- */

static int wait_ms(unsigned wait)
{
    switch (wait) {
    case 0: return 0;
    case SESSION_WAIT_CALLS: return WAIT_CALLS_MS;
    case SESSION_WAIT_BUILT: return WAIT_BUILT_MS;
    default: return WAIT_FIRST_MS;
    }
}

static bool take_ask(DaemonLoop *daemon)
{
    DaemonAsk ask;
    if (!child_read(daemon->setup->fd, &ask, sizeof ask) || daemon->count == ASKED_MAX)
        return false;
    daemon->asked[daemon->count++] = (Asked){ask, proc_clock_ms() + wait_ms(ask.wait)};
    return true;
}

/* Reads all pending requests. False when the server is gone or sent too many. */
static bool take_asks(DaemonLoop *daemon)
{
    struct pollfd fd = {.fd = daemon->setup->fd, .events = POLLIN};
    while (poll(&fd, 1, 0) > 0)
        if (!take_ask(daemon))
            return false;
    return true;
}

static unsigned hurry_of(const DaemonLoop *daemon)
{
    unsigned hurry = daemon->eager ? LIVE_HURRY_CALLS : 0;
    for (size_t i = 0; i < daemon->count; i++) {
        unsigned wait = daemon->asked[i].ask.wait;
        hurry |= !wait ? LIVE_HURRY_SYMBOLS : wait == SESSION_WAIT_CALLS ? LIVE_HURRY_CALLS : 0;
    }
    return hurry;
}

/* Waits for an event. `busy`: there is more work, so it only polls. */
static void wait(const DaemonLoop *daemon, bool busy)
{
    struct pollfd list[LIVE_FDS + 2];
    int fds[LIVE_FDS], ms = live_wait_ms(daemon->setup->live, fds);
    for (size_t i = 0; i < LIVE_FDS; i++)
        list[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
    const Child *child = &daemon->warming.child;
    list[LIVE_FDS] = (struct pollfd){.fd = daemon->setup->fd, .events = POLLIN};
    list[LIVE_FDS + 1] = (struct pollfd){.fd = child->pid ? child->fd : -1, .events = POLLIN};
    for (size_t i = 0; i < daemon->count; i++) {
        int64_t left = MAX(daemon->asked[i].end_ms - proc_clock_ms(), (int64_t)0);
        ms = ms < 0 || left < ms ? (int)left : ms;
    }
    (void)poll(list, COUNT(list), busy ? 0 : ms);
}

/* Makes derived data that most calls need, while idle: one part per call, so that a request waits
   for one part at most. While ranks are still being computed only the callers' lists are made. The
   lists are valid already; data that depend on modules would soon be outdated. */
static void warm_up(DaemonLoop *daemon, const LiveView *view)
{
    Catalog *catalog = view->catalog;
    if (view->stage != LIVE_CURRENT && daemon_warm_has(catalog, WARM_CALLERS)) {
        return;
    } else if (catalog->numbering.scattered) {
        catalog_number(catalog);
        catalog_warm(catalog);
    } else if (!daemon_warm_has(catalog, WARM_CALLERS)) {
        daemon_warm_start(&daemon->warming, view, WARM_CALLERS);
    } else if (!daemon_warm_has(catalog, WARM_MODULES)) {
        daemon_warm_start(&daemon->warming, view, WARM_MODULES);
    } else if (!daemon_warm_has(catalog, WARM_TERMS)) {
        daemon_warm_start(&daemon->warming, view, WARM_TERMS);
    } else {
        Arena scratch SCOPED(arena_close) = {0};
        arena_open(&scratch, 0);
        catalog_hash_prefix(catalog, scratch, MARKED_AT_ONCE);
    }
}

/* Takes over finished parts and starts the next. Returns whether there is more to do at once. */
static bool prepare(DaemonLoop *daemon, const LiveView *view)
{
    bool current = view->stage == LIVE_CURRENT;
    bool idle = !daemon->count && (current || view->stage == LIVE_RANKING) && !view->absent;
    daemon_warm_take(&daemon->warming, view);
    if (view->absent)
        daemon_warm_forget(&daemon->warming);
    else
        catalog_warm(view->catalog);
    if (idle && !daemon->warming.child.pid)
        warm_up(daemon, view);
    if (!idle || daemon->warming.child.pid)
        return false;
    return current ? !is_warm(view->catalog) : !daemon_warm_has(view->catalog, WARM_CALLERS);
}

void daemon_run(int fd, void *state)
{
    DaemonSetup *setup = state;
    Err err = {0};
    Arena arena;
    arena_open(&arena, 0);
    DaemonLoop *daemon = NEW(&arena, DaemonLoop, 1);
    *daemon = (DaemonLoop){.setup = setup, .warming.database = setup->database};
    setup->fd = fd;
    LiveOptions options = {.root = setup->root,
                           .database = setup->database,
                           .memory = config_memory(setup->server->context.config)};
    if (!live_open(&options, &setup->live, &err))
        return;
    while (take_asks(daemon) && live_step(setup->live, hurry_of(daemon), &err)) {
        LiveView view = live_view(setup->live);
        if (view.lost)
            break;
        bool more = prepare(daemon, &view);
        if (!answer_ready(daemon) || !give_spare(daemon))
            break;
        wait(daemon, daemon->eager || (more && !daemon->count));
    }
    live_close(&setup->live);
}
