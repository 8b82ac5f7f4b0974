#include "lsp/lsp_warm.h"

void lsp_warm_open(const LspRoot *root, SessionWarm *warm, SessionMemo *memo)
{
    Err ignored = {0};
    Str notice;
    arena_open(&memo->arena, 0);
    *warm = (SessionWarm){.memo = memo, .view = live_view(root->live)};
    if (warm->view.stage == LIVE_RANKING)
        warm->view.stage = LIVE_CURRENT;
    const StoreOptions options = {
        .path = root->database, .wait_ms = 1000, .tree = root->repo.root, .read_only = true};
    if (!store_open(&memo->arena, &options, &warm->store, &notice, &ignored))
        warm->store = NULL;
    warm->view.catalog->store = warm->store;
}
