#include "tools/indexer.h"

#include "base/proc.h"
#include "base/proc_follow.h"
#include "text/budget.h"

/* A process that says nothing new for so long is no longer waited for: the sums over a very large
   graph take minutes. */
#define STILL_MS 600000
/* For a process that is asked to end. */
#define STOP_MS 6000
#define STOP_LOOK_MS 10

/* Once a call. */
static void tell_of(ToolCall *call, IndexSession *session, uint64_t process)
{
    if (!process || session->background)
        return;
    session->background = process;
    if (call->context->notice)
        call->context->notice(str_format(
            call->arena,
            "the index is made in the background (process %llu): fovea status shows how far it is, "
            "fovea index --stop ends it",
            (unsigned long long)process));
}

/* Its id; 0: none could be started. */
static uint64_t start(ToolCall *call, const IndexSession *session)
{
    const char *indexer = call->context->indexer;
    Buf memory = buf_open(call->arena, 0);
    budget_put(&memory, session->memory);
    Str owner = str_format(call->arena, "%llu", (unsigned long long)call->context->owner);
    const char *root = str_terminate(call->arena, session->repo.root);
    const char *argv[12] = {"fovea",
                            "index",
                            root,
                            "--background",
                            str_terminate(call->arena, owner),
                            "--memory",
                            str_terminate(call->arena, buf_str(&memory))};
    size_t count = 7;
    if (call->context->no_ignore)
        argv[count++] = "--no-ignore";
    if (session->repo.part.len) {
        argv[count++] = "--root";
        argv[count++] = root;
    }
    return indexer ? proc_start(indexer, argv) : 0;
}

bool indexer_start(ToolCall *call, IndexSession *session)
{
    StoreProgress other;
    uint64_t process = 0;
    if (store_hear(session->store, &other)) {
        tell_of(call, session, other.process);
        return true;
    }
    process = start(call, session);
    tell_of(call, session, process);
    return process > 0;
}

void indexer_start_quietly(ToolCall *call, IndexSession *session)
{
    StoreProgress other;
    if (!session->background && !store_hear(session->store, &other))
        session->background = start(call, session);
}

/* ---- in the process itself ---- */

static bool is_gone(const ProcFollow *follow)
{
    return store_file(*follow->scratch, follow->path) != follow->file;
}

bool indexer_follow(ToolCall *call, const IndexSession *session, uint64_t owner, Err *err)
{
    ProcFollow *follow = NEW(call->arena, ProcFollow, 1);
    Arena *scratch = NEW(call->arena, Arena, 1);
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
    HOLDER_INDEX,  /* fovea index, by a person or by a question */
    HOLDER_DAEMON, /* a server, or fovea index --watch: it would begin again */
} Holder;

static Holder who_is(Arena scratch, uint64_t process)
{
    Str words = proc_words(&scratch, process), word;
    bool index = false, watch = false;
    for (size_t i = 0; str_take_until(&words, '\0', &word); i++) {
        index = index || (i == 1 && str_equal(word, STR("index")));
        watch = watch || str_equal(word, STR("--watch"));
    }
    return index && !watch ? HOLDER_INDEX : HOLDER_DAEMON;
}

/* Who has ended has no words any more. */
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
        proc_sleep_ms(STOP_LOOK_MS);
    return !is_there(scratch, process);
}

static bool stop(ToolCall *call, const Store *store, Err *err)
{
    StoreProgress progress;
    if (!store_hear(store, &progress))
        return tool_put(call, STR("no process is making this index\n"), err);
    unsigned long long process = progress.process;
    if (who_is(*call->scratch, progress.process) == HOLDER_DAEMON) {
        err_set(err, ERR_FAILED,
                "process %llu makes this index for a server or fovea index --watch", process);
        return err_hint(err, "it ends with that: end that process, or its agent");
    }
    if (!end_within(*call->scratch, progress.process, false) &&
        !end_within(*call->scratch, progress.process, true))
        return err_set(err, ERR_FAILED, "process %llu cannot be ended", process);
    Buf out = buf_open(call->arena, 0);
    buf_printf(&out, "ended process %llu; what it had made is kept\n", process);
    return tool_put_buf(call, &out, err);
}

bool indexer_stop(ToolCall *call, Str path, Err *err)
{
    IndexSession place = {0};
    Store *store SCOPED(store_close) = NULL;
    Str notice;
    Err none;
    if (!session_find(call, path, &place, err))
        return false;
    StoreOptions options = {
        .path = place.database, .tree = place.repo.root, .read_only = true, .wait_ms = 1000};
    if (!place.database.len || !store_open(call->arena, &options, &store, &notice, &none))
        return tool_put(call, STR("there is no index of this place\n"), err);
    return stop(call, store, err);
}

/* ---- waiting for it ---- */

void indexer_tell(const ToolCall *call, const StoreProgress *progress)
{
    const ToolStep step = {.done = progress->done,
                           .total = progress->total,
                           .bytes = progress->bytes,
                           .bytes_total = progress->bytes_total,
                           .first_pass = progress->first_pass};
    if (progress->total && call->context->progress.put)
        call->context->progress.put(call->context->progress.state, &step);
}

static bool is_same(const StoreProgress *a, const StoreProgress *b)
{
    return a->done == b->done && a->total == b->total && a->first_pass == b->first_pass &&
           a->bytes == b->bytes;
}

bool indexer_update(ToolCall *call, IndexSession *session, bool force, BuildReport *report,
                    Err *err)
{
    StoreProgress last = {0}, now;
    int64_t moved = proc_clock_ms();
    while (!session_update(call, session, force, report, err)) {
        if (err->code != ERR_STALE || tool_is_cancelled(call))
            return false;
        bool busy = store_hear(session->store, &now);
        if (busy && !is_same(&now, &last)) {
            last = now;
            moved = proc_clock_ms();
            indexer_tell(call, &now);
        }
        if (proc_clock_ms() - moved >= STILL_MS)
            return false;
    }
    return true;
}
