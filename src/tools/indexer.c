#include "tools/indexer.h"

#include "base/proc.h"
#include "text/budget.h"

/* A process that says nothing new for so long is no longer waited for: the sums over a very large
   graph take minutes. */
#define STILL_MS 600000

bool indexer_start(ToolCall *call, const IndexSession *session)
{
    const char *indexer = call->context->indexer;
    StoreProgress ignored;
    if (store_hear(session->store, &ignored))
        return true;
    Buf memory = buf_open(call->arena, 0);
    budget_put(&memory, session->memory);
    const char *argv[] = {"fovea",
                          "index",
                          str_terminate(call->arena, session->repo.root),
                          "--memory",
                          str_terminate(call->arena, buf_str(&memory)),
                          NULL};
    return indexer && proc_start(indexer, argv);
}

void indexer_tell(const ToolCall *call, const StoreProgress *progress)
{
    const ToolStep step = {.done = progress->done,
                           .total = progress->total,
                           .bytes = progress->bytes,
                           .bytes_total = progress->bytes_total,
                           .look = progress->look};
    if (progress->total && call->context->progress.put)
        call->context->progress.put(call->context->progress.state, &step);
}

static bool is_same(const StoreProgress *a, const StoreProgress *b)
{
    return a->done == b->done && a->total == b->total && a->look == b->look && a->bytes == b->bytes;
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
