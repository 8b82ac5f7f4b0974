/* Applies an overlay of changed files to the loaded catalog. An overlay requires a lazy catalog, so
   that only parts that the question reads are loaded, and an indexer that updates the stored index.
   */
#include "session/answer_overlay.h"

#include "index/update/overlay.h"
#include "session/answer.h"
#include "session/indexer.h"

/* A smaller repository is updated in a third of a second. */
#define SYMBOLS_MIN 800000
/* Cost of a file in an update, in symbols. */
#define FILE_SYMBOLS 12
#define CHANGED_BYTES_MAX (2 * MB)

static bool is_large(const Staleness *stale)
{
    return stale->symbols + FILE_SYMBOLS * (uint64_t)stale->files >= SYMBOLS_MIN;
}

bool session_overlay_serves(const SessionRequest *request, const IndexSession *session,
                            unsigned parts, const Staleness *stale)
{
    return parts & CATALOG_LAZY && !(parts & CATALOG_LINKS) && !session->run->whole &&
           request->indexer && session->database.len && !store_is_private(session->store) &&
           staleness_files(stale) <= OVERLAY_FILES_MAX &&
           stale->bytes_behind <= CHANGED_BYTES_MAX && is_large(stale);
}

Str session_overlay_describe(Arena *arena, uint32_t files)
{
    return str_format(arena,
                      "%u %s changed just now: %s names and places are new; calls and ranks follow",
                      files, files == 1 ? "file" : "files", files == 1 ? "its" : "their");
}

bool session_overlay(SessionRequest *request, IndexSession *session, unsigned parts, bool *taken,
                     Err *err)
{
    uint32_t files = 0;
    Err why;
    *taken = false;
    if (!session_load(request, session, parts, err))
        return false;
    Catalog *catalog = session->catalog;
    OverlayOptions options = {
        .root = session->repo.root, .tree = session->tree, .memory = session->memory};
    if (!catalog->lazy || catalog->damaged || !indexer_start(request, session))
        return true;
    *taken = overlay_take(request->arena, catalog, &options, &files, &why);
    if (!*taken) {
        catalog_let_go(catalog);
        session->catalog = NULL;
    } else if (files)
        session->stale = session_overlay_describe(request->arena, files);
    return true;
}
