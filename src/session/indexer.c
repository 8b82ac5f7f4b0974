/* Starting, following and ending background indexers. A process that updates an index holds its
   lock and publishes its progress (store_hear). So at most one indexer works on an index, and any
   process can find it. */
#include "session/indexer.h"

#include "base/proc.h"
#include "base/proc_follow.h"
#include "session/place.h"
#include "text/budget.h"

/* Maximum wait for a process that reports no progress. The metrics of a very large graph take
   minutes. */
#define STILL_MS 600000
/* Maximum time that a process may take to end after a signal. */
#define STOP_MS 6000
#define STOP_POLL_MS 10

/* Notifies the caller of the process, once. */
static void tell_of(SessionRequest *request, IndexSession *session, uint64_t process)
{
    if (!process || session->background)
        return;
    session->background = process;
    if (request->notice)
        request->notice(str_format(
            request->arena,
            "the index is made in the background (process %llu): fovea status shows how far it is, "
            "fovea index --stop ends it",
            (unsigned long long)process));
}

/* Starts an indexer. Returns its process id; 0: it could not be started. */
static uint64_t start(SessionRequest *request, const IndexSession *session)
{
    const char *indexer = request->indexer;
    Buf memory = buf_open(request->arena, 0);
    budget_put(&memory, session->memory);
    Str owner = str_format(request->arena, "%llu", (unsigned long long)request->owner);
    const char *root = str_terminate(request->arena, session->repo.root);
    const char *argv[12] = {"fovea",
                            "index",
                            root,
                            "--background",
                            str_terminate(request->arena, owner),
                            "--memory",
                            str_terminate(request->arena, buf_str(&memory))};
    size_t count = 7;
    if (request->no_ignore)
        argv[count++] = "--no-ignore";
    if (session->repo.part.len) {
        argv[count++] = "--root";
        argv[count++] = root;
    }
    return indexer ? proc_start(indexer, argv) : 0;
}

bool indexer_start(SessionRequest *request, IndexSession *session)
{
    StoreProgress other;
    uint64_t process = 0;
    if (store_hear(session->store, &other)) {
        tell_of(request, session, other.process);
        return true;
    }
    process = start(request, session);
    tell_of(request, session, process);
    return process > 0;
}

void indexer_start_quietly(SessionRequest *request, IndexSession *session)
{
    StoreProgress other;
    if (!session->background && !store_hear(session->store, &other))
        session->background = start(request, session);
}

/* ---- in the process itself ---- */

static bool is_gone(const ProcFollow *follow)
{
    return store_file(*follow->scratch, follow->path) != follow->file;
}

bool indexer_follow(SessionRequest *request, const IndexSession *session, uint64_t owner, Err *err)
{
    ProcFollow *follow = NEW(request->arena, ProcFollow, 1);
    Arena *scratch = NEW(request->arena, Arena, 1);
    arena_open(scratch, 1 * MB);
    *follow = (ProcFollow){.owner = owner,
                           .gone = is_gone,
                           .scratch = scratch,
                           .path = session->database,
                           .file = store_file(*scratch, session->database)};
    return proc_follow(follow) || err_set(err, ERR_FAILED, "cannot start a thread");
}

/* ---- ending it ---- */

typedef enum Holder {
    HOLDER_INDEX,  /* fovea index, started by a person or in the background */
    HOLDER_DAEMON, /* a server or fovea index --watch, which would start again */
} Holder;

static Holder holder_of(Arena scratch, uint64_t process)
{
    Str words = proc_words(&scratch, process), word;
    bool index = false, watch = false;
    for (size_t i = 0; str_take_until(&words, '\0', &word); i++) {
        index = index || (i == 1 && str_equal(word, STR("index")));
        watch = watch || str_equal(word, STR("--watch"));
    }
    return index && !watch ? HOLDER_INDEX : HOLDER_DAEMON;
}

/* Whether the process exists; a zombie has no command line. */
static bool is_there(Arena scratch, uint64_t process)
{
    return proc_words(&scratch, process).len > 0;
}

static bool end_within(Arena scratch, uint64_t process, bool hard)
{
    int64_t end = proc_clock_ms() + STOP_MS;
    if (!proc_end(process, hard))
        return !is_there(scratch, process);
    while (is_there(scratch, process) && proc_clock_ms() < end)
        proc_sleep_ms(STOP_POLL_MS);
    return !is_there(scratch, process);
}

static bool stop(SessionRequest *request, const Store *store, Str *said, Err *err)
{
    StoreProgress progress;
    *said = STR("no process is making this index\n");
    if (!store_hear(store, &progress))
        return true;
    unsigned long long process = progress.process;
    if (holder_of(*request->scratch, progress.process) == HOLDER_DAEMON) {
        err_set(err, ERR_FAILED,
                "process %llu makes this index for a server or fovea index --watch", process);
        return err_hint(err, "the index process ends with it: end it, or its agent");
    }
    if (!end_within(*request->scratch, progress.process, false) &&
        !end_within(*request->scratch, progress.process, true))
        return err_set(err, ERR_FAILED, "process %llu cannot be ended", process);
    *said = str_format(request->arena, "ended process %llu; what it had made is kept\n", process);
    return true;
}

bool indexer_stop(SessionRequest *request, Str path, Str *said, Err *err)
{
    IndexSession place = {0};
    Store *store SCOPED(store_close) = NULL;
    Str notice;
    Err none;
    if (!session_place_find(request, path, &place, err))
        return false;
    *said = STR("there is no index of this place\n");
    StoreOptions options = {
        .path = place.database, .tree = place.repo.root, .read_only = true, .wait_ms = 1000};
    if (!place.database.len || !store_open(request->arena, &options, &store, &notice, &none))
        return true;
    return stop(request, store, said, err);
}

/* ---- waiting for it ---- */

void indexer_tell(const SessionRequest *request, const StoreProgress *progress)
{
    const ProgressStep step = {.done = progress->done,
                               .total = progress->total,
                               .bytes = progress->bytes,
                               .bytes_total = progress->bytes_total,
                               .first_pass = progress->first_pass};
    if (progress->total && request->progress.put)
        request->progress.put(request->progress.state, &step);
}

static bool is_same(const StoreProgress *a, const StoreProgress *b)
{
    return a->done == b->done && a->total == b->total && a->first_pass == b->first_pass &&
           a->bytes == b->bytes;
}

bool indexer_update(SessionRequest *request, IndexSession *session, bool force, BuildReport *report,
                    Err *err)
{
    StoreProgress last = {0}, now;
    int64_t moved = proc_clock_ms();
    while (!session_update(request, session, force, report, err)) {
        if (err->code != ERR_STALE || session_is_cancelled(request))
            return false;
        bool busy = store_hear(session->store, &now);
        if (busy && !is_same(&now, &last)) {
            last = now;
            moved = proc_clock_ms();
            indexer_tell(request, &now);
        }
        if (proc_clock_ms() - moved >= STILL_MS)
            return false;
    }
    return true;
}
