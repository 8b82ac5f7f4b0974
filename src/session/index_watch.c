/* Loop of `fovea index --watch`: one step of the live catalog (index/live/live.h) at a time, then a
   line if an update began or ended. Where the system refuses file watches, the tree is polled. */
#include "session/index_watch.h"

#include "base/proc.h"
#include "index/live/live.h"
#include "index/update/memory.h"
#include "view/format.h"

#include <errno.h>
#include <poll.h>

/* Maximum delay until a cancellation is noticed. */
#define CANCEL_POLL_MS 500

typedef struct Watcher {
    SessionRequest *request;
    const IndexWatchLines *lines;
    Live *live;
    uint64_t memory;
    LiveStage stage;    /* as of the last report */
    LiveChange sum;     /* sum of all changes of the current update */
    int64_t started_ms; /* start of the current update */
} Watcher;

static void put_counts(Buf *out, const LiveChange *sum)
{
    const struct {
        uint32_t count;
        const char *name;
    } parts[] = {{sum->changed, "changed"},
                 {sum->added, "new"},
                 {sum->removed, "gone"},
                 {sum->failed, "failed"}};
    bool any = false;
    for (size_t i = 0; i < COUNT(parts); i++) {
        if (!parts[i].count)
            continue;
        buf_put(out, any ? STR(", ") : (Str){0});
        buf_put_thousands(out, parts[i].count);
        buf_printf(out, " %s", parts[i].name);
        any = true;
    }
}

static bool put_line(Watcher *watcher, Buf *line, Err *err)
{
    buf_put_byte(line, '\n');
    return watcher->lines->put(watcher->lines->state, buf_str(line), err);
}

static bool tell_large(Watcher *watcher, const LiveView *view, Err *err)
{
    Buf line = buf_open(watcher->request->arena, 0);
    const Staleness *behind = &view->behind;
    put_counts(&line, &(LiveChange){.changed = behind->changed,
                                    .added = behind->added,
                                    .removed = behind->removed});
    buf_put(&line, STR(": being taken up"));
    return put_line(watcher, &line, err);
}

static bool tell_update(Watcher *watcher, Err *err)
{
    LiveChange *sum = &watcher->sum;
    Buf line = buf_open(watcher->request->arena, 0);
    uint32_t files = sum->changed + sum->added + sum->removed;
    if (files == 1 && sum->path.len) {
        view_put_address(&line, sum->path);
        buf_put(&line, STR(": "));
    }
    put_counts(&line, sum);
    if (files)
        buf_printf(&line, ": symbols after %lld ms, ", (long long)sum->ms);
    buf_printf(&line, "saved after %lld ms",
               (long long)(proc_clock_ms() - watcher->started_ms + sum->ms));
    *sum = (LiveChange){0};
    return put_line(watcher, &line, err);
}

static void add_change(Watcher *watcher)
{
    LiveChange change = live_take_change(watcher->live);
    LiveChange *sum = &watcher->sum;
    if (!(change.changed + change.added + change.removed))
        return;
    if (!(sum->changed + sum->added + sum->removed)) {
        watcher->started_ms = proc_clock_ms();
        sum->ms = change.ms;
    }
    sum->changed += change.changed;
    sum->added += change.added;
    sum->removed += change.removed;
    sum->failed += change.failed;
    sum->path = str_copy(watcher->request->arena, change.path);
}

static bool fail_for_memory(const Watcher *watcher, const LiveView *view, Err *err)
{
    Buf needed = buf_open(watcher->request->arena, 0);
    buf_put_size(&needed, view->needed);
    err_set(err, ERR_FAILED, "%.*s",
            STR_ARG(memory_reason(watcher->request->arena, watcher->memory,
                                  str_format(watcher->request->arena,
                                             "to keep this index in memory takes about %.*s",
                                             STR_ARG(buf_str(&needed))))));
    return err_hint(
        err, "raise it with --memory; without --watch each command updates the index itself");
}

/* Writes a line if the stage has changed: when an update is parsed, resolved and saved. */
static bool tell(Watcher *watcher, Err *err)
{
    LiveView view = live_view(watcher->live);
    LiveStage before = watcher->stage;
    add_change(watcher);
    watcher->stage = view.stage;
    if (view.lost)
        return err_set(err, ERR_NOT_FOUND, "the repository is gone");
    if (view.absent && view.stage != LIVE_BUILDING)
        return fail_for_memory(watcher, &view, err);
    if (view.stage == LIVE_BUILDING && before != LIVE_BUILDING) {
        watcher->started_ms = proc_clock_ms();
        return tell_large(watcher, &view, err);
    }
    bool whole = view.stage == LIVE_CURRENT && before != LIVE_CURRENT;
    return !whole || tell_update(watcher, err);
}

static bool wait(Watcher *watcher)
{
    int fds[LIVE_FDS];
    int ms = live_wait_ms(watcher->live, fds);
    struct pollfd list[LIVE_FDS];
    for (size_t i = 0; i < LIVE_FDS; i++)
        list[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
    if (ms < 0 || ms > CANCEL_POLL_MS)
        ms = CANCEL_POLL_MS;
    return poll(list, LIVE_FDS, ms) >= 0 || errno == EINTR;
}

/* Whether the tree must be listed again: it is polled where the system refuses watches. */
static bool is_time_to_look(const Watcher *watcher, int64_t *last_ms)
{
    int64_t now = proc_clock_ms();
    if (live_view(watcher->live).watched || now - *last_ms < CANCEL_POLL_MS)
        return false;
    *last_ms = now;
    return true;
}

bool index_watch(SessionRequest *request, const IndexSession *place, const IndexWatchLines *lines,
                 Err *err)
{
    Live *live SCOPED(live_close) = NULL;
    LiveOptions options = {
        .root = place->repo.root, .database = place->database, .memory = place->memory};
    int64_t last_ms = 0;
    if (!live_open(&options, &live, err))
        return false;
    Watcher watcher = {.request = request,
                       .lines = lines,
                       .live = live,
                       .memory = place->memory,
                       .stage = live_view(live).stage};
    if (!live_view(live).watched &&
        !lines->put(lines->state,
                    STR("[the system's limit of watches is reached: the tree is listed twice a "
                        "second]\n"),
                    err))
        return false;
    while (!session_is_cancelled(request)) {
        Arena kept = *request->arena;
        if (!live_step(live, is_time_to_look(&watcher, &last_ms) ? LIVE_HURRY_SYMBOLS : 0, err) ||
            !tell(&watcher, err))
            return false;
        if (!watcher.sum.path.len)
            *request->arena = kept;
        if (!wait(&watcher))
            return err_set(err, ERR_FAILED, "cannot wait for changes: %s", strerror(errno));
    }
    return true;
}
