#include "session/history_refresh.h"

#include "index/history/history_update.h"
#include "session/indexer.h"

/* Maximum wait for another process that writes. */
#define WAIT_MS 10000

/* Opens its own connection: the session's may see an older state or be about to close. */
void history_refresh(SessionRequest *request, const IndexSession *place)
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
                                  .most = request->settings.history_commits,
                                  .memory = place->memory,
                                  .wait_ms = WAIT_MS,
                                  .cancel = request->cancel};
    history_update(&arena, *request->scratch, store, &update, &report);
}

void history_refresh_start(SessionRequest *request, IndexSession *session)
{
    uint64_t most = request->settings.history_commits;
    if (request->indexer && !session->background &&
        history_is_behind(session->store, *request->scratch, &session->repo, most))
        indexer_start_quietly(request, session);
}
