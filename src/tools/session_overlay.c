#include "tools/session_overlay.h"

#include "index/update/overlay.h"
#include "tools/indexer.h"

/* Of fewer an update is done in a third of a second. */
#define OVERLAY_SYMBOLS_MIN 800000
/* A file costs an update as much as so many symbols. */
#define OVERLAY_FILE_SYMBOLS 12
#define OVERLAY_BYTES_MAX (2 * MB)

static bool is_large(const BuildDrift *drift)
{
    return drift->symbols + OVERLAY_FILE_SYMBOLS * (uint64_t)drift->files >= OVERLAY_SYMBOLS_MIN;
}

bool session_overlay_serves(const ToolCall *call, const IndexSession *session, unsigned parts,
                            const BuildDrift *drift)
{
    return parts & CATALOG_LAZY && !(parts & CATALOG_LINKS) && !call->whole &&
           call->context->indexer && session->database.len && !store_is_private(session->store) &&
           drift->added + drift->changed + drift->removed <= OVERLAY_FILES_MAX &&
           drift->bytes_behind <= OVERLAY_BYTES_MAX && is_large(drift);
}

Str session_describe_overlay(Arena *arena, uint32_t files)
{
    return str_format(arena,
                      "%u %s changed just now: %s names and places are new; calls and ranks follow",
                      files, files == 1 ? "file" : "files", files == 1 ? "its" : "their");
}

bool session_overlay(ToolCall *call, IndexSession *session, unsigned parts, bool *taken, Err *err)
{
    uint32_t files = 0;
    Err why;
    *taken = false;
    if (!session_load(call, session, parts, err))
        return false;
    Catalog *catalog = session->catalog;
    OverlayOptions options = {
        .root = session->repo.root, .tree = session->tree, .memory = session->memory};
    if (!catalog->lazy || catalog->damaged || !indexer_start(call, session))
        return true;
    *taken = overlay_take(call->arena, catalog, &options, &files, &why);
    if (!*taken) {
        catalog_let_go(catalog);
        session->catalog = NULL;
    } else if (files)
        session->stale = session_describe_overlay(call->arena, files);
    return true;
}
