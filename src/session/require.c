/* Chooses between the stored index, an overlay and an update (require.h). The tree is listed in a
   thread while the catalog is loaded. If a process keeps the index up to date, that process is
   asked instead of listing the tree. If another process is updating the index, its first save is
   awaited. */
#include "session/require.h"

#include "base/proc.h"
#include "index/live/freshness.h"
#include "index/update/memory.h"
#include "session/answer.h"
#include "session/answer_overlay.h"
#include "session/history_refresh.h"
#include "session/indexer.h"
#include "session/listing.h"
#include "session/notices.h"
#include "session/staleness.h"
#include "session/warm.h"

/* Maximum wait for the first save of another process, which takes some seconds for a tree as large
   as Linux, and for that process to begin. */
#define FIRST_SAVE_MS 20000
#define BEGIN_MS 2000
#define POLL_MS 50
#define TELL_MS 1000
/* An update of at most this many files is nearly done, however large the repository. */
#define FEW_FILES 100
#define FEW_FILES_MS 5000

/* Reloads the catalog if another process has saved a newer one. Until then the old one is released:
   as long as it is held, this process sees the former state of the store. */
static bool load_again(SessionRequest *request, IndexSession *session, unsigned parts, bool *held,
                       Err *err)
{
    uint64_t saved = 0;
    if (*held)
        catalog_let_go(session->catalog);
    if (!catalog_generation(session->store, &saved, err))
        return false;
    *held = saved != session->catalog->generation;
    return !*held || session_reload(request, session, parts, err);
}

/* Waits until another process has saved enough for an answer, as long as it is working. */
static bool await_first_save(SessionRequest *request, IndexSession *session, SessionNeeds needs,
                             Err *err)
{
    int64_t start = proc_clock_ms(), told = start;
    bool busy = true, held = true;
    while (!session_is_enough(session->catalog, needs) && busy && !session_is_cancelled(request)) {
        StoreProgress progress;
        proc_sleep_ms(POLL_MS);
        int64_t now = proc_clock_ms();
        busy = (store_hear(session->store, &progress) || now - start < BEGIN_MS) &&
               now - start < FIRST_SAVE_MS;
        if (now - told >= TELL_MS) {
            indexer_tell(request, &progress);
            told = now;
        }
        if (!load_again(request, session, needs.parts, &held, err))
            return false;
    }
    return held || session_reload(request, session, needs.parts, err);
}

/* Asks the process that keeps the index up to date, if one runs (index/live/freshness.h).
 *known: the catalog is loaded and up to date. */
static bool load_if_known(SessionRequest *request, IndexSession *session, unsigned parts,
                          Staleness *stale, bool *known, Err *err)
{
    uint64_t generation = 0, birth = 0;
    if (!store_is_private(session->store))
        generation = freshness_ask(*request->scratch, session->database, session->repo.root,
                                   git_user_rules(*request->scratch, &session->repo));
    *known = false;
    if (!generation)
        return true;
    if (!session_reload(request, session, parts, err) || !store_birth(session->store, &birth, err))
        return false;
    const Catalog *catalog = session->catalog;
    *known = !catalog->damaged && catalog->generation + birth == generation;
    *stale = (Staleness){0};
    for (size_t i = 0; i < catalog->files.len; i++)
        stale->files += catalog->files.ptr[i].path.len > 0;
    return true;
}

/* Whether the question may be answered while the tree is being listed (answer.h). */
static bool can_begin(const IndexSession *session)
{
    const Catalog *catalog = session->catalog;
    return catalog->lazy && !catalog->damaged && catalog->files.len && !session->run->current;
}

/* Loads the catalog while the tree is being listed. If the question can be answered in the
   meantime, it returns with a session->listing and an empty *stale; otherwise *stale is the
   difference. */
static bool load_and_compare(SessionRequest *request, IndexSession *session, unsigned parts,
                             Staleness *stale, Err *err)
{
    bool known;
    Err why;
    if (!load_if_known(request, session, parts, stale, &known, err))
        return false;
    if (known)
        return true;
    assert(!session->listing);
    SessionListing *listing = session_listing_begin(request, session);
    bool loaded = session_reload(request, session, parts, err);
    if (loaded && can_begin(session)) {
        session->listing = session->run->listing = listing;
        *stale = (Staleness){0};
        return true;
    }
    bool listed = session_listing_wait(listing, &why);
    if (loaded && !listed)
        *err = why;
    if (!loaded || !listed)
        return false;
    build_check(*request->scratch, session->catalog, session->tree, session->memory, stale);
    return true;
}

/* Uses the stored catalog, or waits for the first save; sets session->stale. */
static bool settle_for_saved(SessionRequest *request, IndexSession *session, SessionNeeds needs,
                             Staleness *stale, Err *err)
{
    if (!await_first_save(request, session, needs, err))
        return false;
    const Catalog *catalog = session->catalog;
    if (catalog_has_symbols(catalog)) {
        build_check(*request->scratch, catalog, session->tree, session->memory, stale);
        if (!staleness_files(stale))
            return true;
    } else if (catalog->files.len) {
        uint32_t files = (uint32_t)catalog->files.len;
        *stale = (Staleness){.files = files, .changed = files};
    } else
        return session_fail_unbuilt(stale->files, err);
    session_note_stale(request, session, needs.parts, stale);
    return true;
}

bool session_compare(SessionRequest *request, IndexSession *session, Staleness *stale, Err *err)
{
    if (session->warm) {
        *stale = session_warm_staleness(&request->warm->view);
        return true;
    }
    return load_and_compare(request, session, CATALOG_FILES, stale, err);
}

/* Updates the index. If another process is updating it and nearly done, waits for that. */
static bool update_for_question(SessionRequest *request, IndexSession *session, Err *err)
{
    int64_t end = proc_clock_ms() + FEW_FILES_MS;
    BuildReport report;
    while (!session_update(request, session, false, &report, err)) {
        StoreProgress other;
        bool busy = err->code == ERR_STALE && store_hear(session->store, &other);
        bool soon = !busy || other.total <= FEW_FILES; /* total 0: not known yet */
        if (err->code != ERR_STALE || !soon || proc_clock_ms() >= end ||
            session_is_cancelled(request))
            return false;
    }
    return true;
}

/* Handles the differences from the tree by one of the ways listed in require.h. */
static bool take_up(SessionRequest *request, IndexSession *session, SessionNeeds needs,
                    Staleness *stale, Err *err)
{
    bool taken = false;
    if (session_overlay_serves(request, session, needs.parts, stale) &&
        !session_overlay(request, session, needs.parts, &taken, err))
        return false;
    if (taken)
        return true;
    bool slow = stale->added + stale->changed > STALENESS_UPDATE_MAX ||
                !build_has_room(session->store, session->memory);
    if (slow && indexer_start(request, session))
        return session_load(request, session, needs.parts, err) &&
               settle_for_saved(request, session, needs, stale, err);
    Catalog *loaded = session->catalog;
    if (update_for_question(request, session, err))
        return session_load(request, session, needs.parts, err);
    session->catalog = loaded;
    if (err->code != ERR_STALE)
        return false;
    return ((loaded && !loaded->lazy) || session_reload(request, session, needs.parts, err)) &&
           settle_for_saved(request, session, needs, stale, err);
}

static bool bring_up(SessionRequest *request, IndexSession *session, SessionNeeds needs, Err *err)
{
    Staleness stale;
    if (session->warm)
        return session_warm_require(request, session, needs, err);
    if (!session_listing_take(session, &stale) &&
        !load_and_compare(request, session, needs.parts, &stale, err))
        return false;
    return !staleness_files(&stale) || take_up(request, session, needs, &stale, err);
}

bool session_require(SessionRequest *request, IndexSession *session, SessionNeeds needs, Err *err)
{
    if (!bring_up(request, session, needs, err))
        return false;
    const Catalog *catalog = session->catalog;
    if (needs.calls && !catalog_calls_known(catalog)) {
        err_set(err, ERR_STALE, "%.*s", STR_ARG(session->stale));
        return err_hint(err,
                        "fovea find and fovea grep answer now; fovea status shows how far it is");
    }
    history_refresh_start(request, session);
    if (!catalog_has_files(catalog))
        session_note(request, session, session_no_files(request, &session->repo));
    session_note(request, session, extent_describe(request->arena, &catalog->extent));
    session_note(request, session, memory_describe(request->arena, &catalog->left_out));
    return true;
}

bool session_begin(SessionRequest *request, IndexSession *session, SessionNeeds needs, Err *err)
{
    return session_open(request, (Str){0}, session, err) &&
           session_require(request, session, needs, err);
}
