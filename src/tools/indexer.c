#include "tools/indexer.h"

#include "base/proc.h"
#include "text/budget.h"

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
