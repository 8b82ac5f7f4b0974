#include "tools/index_history.h"

#include "index/history/history_update.h"
#include "tools/config.h"
#include "tools/indexer.h"

/* For another process that writes. */
#define WAIT_MS 10000

/* By a connection of its own: the session's may be about to be closed, or see an older state. */
void index_history_make(ToolCall *call, const IndexSession *place)
{
    Arena arena SCOPED(arena_close) = {0};
    Store *store SCOPED(store_close) = NULL;
    const StoreOptions options = {
        .path = place->database, .tree = place->repo.root, .wait_ms = WAIT_MS};
    HistoryReport report;
    Str notice;
    Err ignored;
    arena_open(&arena, 0);
    if (!place->database.len || !store_open(&arena, &options, &store, &notice, &ignored))
        return;
    const HistoryUpdate update = {.repo = &place->repo,
                                  .most = call->context->config->history_commits,
                                  .memory = place->memory,
                                  .wait_ms = WAIT_MS,
                                  .cancel = call->context->cancel};
    history_update(&arena, *call->scratch, store, &update, &report);
}

void index_history_follow(ToolCall *call, IndexSession *session)
{
    uint64_t most = call->context->config->history_commits;
    if (call->context->indexer && !session->background &&
        history_is_behind(session->store, *call->scratch, &session->repo, most))
        indexer_start_quietly(call, session);
}
