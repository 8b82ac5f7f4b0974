/* Life cycle of a session: opening the store, loading the catalog, updating the index, closing.
   Parts are loaded lazily if the question allows it and no earlier run has found a fault
   (answer.h). If the disk is full, an update continues in memory (store_retreat). */
#include "session/session.h"

#include "base/path.h"
#include "index/graph/levels.h"
#include "index/store/cache.h"
#include "index/store/derived.h"
#include "index/store/listed.h"
#include "index/update/memory.h"
#include "session/answer.h"
#include "session/listing.h"
#include "session/notices.h"
#include "session/place.h"
#include "session/root_guard.h"
#include "session/warm.h"

/* Maximum wait for a lock of the database: another process may be saving a batch. */
#define STORE_WAIT_MS 10000
/* Maximum wait for another process that is updating the index, before that is an error. */
#define UPDATE_WAIT_MS 500

static void want_levels(const SessionRequest *request, const IndexSession *session)
{
    const SessionSettings *settings = &request->settings;
    if (session->catalog)
        levels_want(session->catalog, settings->risk_medium, settings->risk_high);
}

static bool open_store(SessionRequest *request, IndexSession *session, Err *err)
{
    session->warm = false;
    session->store = NULL;
    StoreOptions options = {.path = session->database,
                            .wait_ms = STORE_WAIT_MS,
                            .tree = session->repo.root,
                            .memory = !session->database.len};
    if (!store_open(request->arena, &options, &session->store, &session->notice, err))
        return false;
    if (options.memory)
        session->notice = STR("neither HOME nor XDG_CACHE_HOME is set: the index is kept in memory "
                              "for this run");
    else
        cache_touch(*request->scratch, session->database);
    return true;
}

bool session_open(SessionRequest *request, Str path, IndexSession *session, Err *err)
{
    SessionRun *run = request->run;
    assert(run && "a session is opened within session_answer");
    uint64_t memory = request->settings.memory;
    *session = (IndexSession){.memory = memory ? memory : memory_limit_default(), .run = run};
    if (!run->loaded.begin)
        arena_open(&run->loaded, 0);
    if (!session_place_find(request, path, session, err) ||
        !root_guard_admit(request, path, session, err))
        return false;
    if (!session_warm_borrow(request, session) && !open_store(request, session, err))
        return false;
    want_levels(request, session);
    if (run->broken)
        session_note(request, session, STR(STORE_DAMAGED));
    session_note(request, session, request->note);
    return root_guard_admit_opened(request, session, err);
}

/* Saves derived results of the whole catalog and the directory listings, for later questions. */
static void save_for_others(const IndexSession *session)
{
    Arena scratch SCOPED(arena_close) = {0};
    if (!session->store)
        return;
    arena_open(&scratch, 0);
    if (session->catalog) {
        catalog_let_go(session->catalog);
        derived_save(session->catalog, scratch);
    }
    if (session->listings)
        listed_save(session->store, scratch, session->listings);
}

void session_close(IndexSession *session)
{
    if (session->listing) {
        session_listing_finish(session->listing);
        session->run->listing = NULL;
        session_listing_hand_over(session->listing);
    }
    if (!session->warm)
        save_for_others(session);
    arena_close(&session->walked);
    if (session->warm)
        return;
    if (session->store && session->run && store_is_broken(session->store))
        session->run->broken = true;
    store_close(&session->store);
}

bool session_open_file(SessionRequest *request, const IndexSession *session, Arena *arena, Str path,
                       FsFile *file, Err *err)
{
    if (!fs_open(arena, &request->policy, path_join(arena, session->repo.root, path), file, err))
        return false;
    if (path_is_inside(file->resolved, session->repo.root))
        return true;
    fs_close(file);
    err_set(err, ERR_NOT_FOUND, "cannot read '%.*s': it is outside the repository", STR_ARG(path));
    return err_hint(err, "fovea read takes the path of any file");
}

/* ---- the catalog ---- */

/* Checks that there is memory for these parts, which are loaded at once. */
static bool check_room(SessionRequest *request, const IndexSession *session, unsigned parts,
                       Err *err)
{
    uint64_t bytes = catalog_loaded_bytes(session->store, parts);
    if (memory_has_room(session->memory, bytes))
        return true;
    Buf needed = buf_open(request->arena, 0);
    buf_put(&needed, STR("this needs about "));
    buf_put_size(&needed, bytes);
    buf_put(&needed, STR(" of the index in memory"));
    err_set(err, ERR_FAILED, "%.*s",
            STR_ARG(memory_reason(request->arena, session->memory, buf_str(&needed))));
    return err_hint(err, "raise index.memory in the user's configuration (fovea config shows it); "
                         "fovea find, symbol and grep need less");
}

bool session_reload(SessionRequest *request, IndexSession *session, unsigned parts, Err *err)
{
    SessionRun *run = session->run;
    unsigned lazy = run->whole ? 0 : parts & CATALOG_LAZY;
    parts = run->all ? CATALOG_ALL : parts;
    bool much = !lazy && parts & CATALOG_ALL & ~(unsigned)CATALOG_FILES;
    if (much && !check_room(request, session, parts, err))
        return false;
    if (session->catalog)
        catalog_let_go(session->catalog);
    bool ok = catalog_load(&run->loaded, *request->scratch, session->store,
                           (parts & CATALOG_ALL) | lazy, &session->catalog, err);
    want_levels(request, session);
    run->catalog = ok ? session->catalog : NULL;
    /* If the whole catalog is damaged, no other order helps: the index is rebuilt. */
    if (ok && session->catalog->damaged && !session->catalog->lazy && !run->broken) {
        db_note_damage(store_db(session->store));
        return err_set(err, ERR_FAILED, "the index is damaged");
    }
    return ok;
}

bool session_load(SessionRequest *request, IndexSession *session, unsigned parts, Err *err)
{
    return session->catalog || session_reload(request, session, parts, err);
}

/* ---- updating ---- */

static void tell_step(void *context, const BuildStep *step)
{
    const ProgressSink *sink = context;
    const ProgressStep shown = {.done = step->done,
                                .total = step->total,
                                .bytes = step->bytes,
                                .bytes_total = step->bytes_total,
                                .first_pass = step->first_pass};
    if (sink->put)
        sink->put(sink->state, &shown);
}

bool session_make_writable(SessionRequest *request, IndexSession *session, Err *err)
{
    return !session->warm || open_store(request, session, err);
}

static BuildOptions build_options(SessionRequest *request, const IndexSession *session)
{
    return (BuildOptions){.repo = &session->repo,
                          .tree = session->tree,
                          .memory = session->memory,
                          .cancel = request->cancel,
                          .wait_ms = UPDATE_WAIT_MS,
                          .progress = tell_step,
                          .context = &request->progress};
}

static bool update(SessionRequest *request, IndexSession *session, const BuildOptions *options,
                   BuildReport *report, Err *err)
{
    if (!session_make_writable(request, session, err))
        return false;
    if (session->catalog && session->catalog->store == session->store)
        catalog_let_go(session->catalog);
    bool ok = build_update(&session->run->loaded, *request->scratch, session->store, options,
                           report, err);
    if (!ok && store_retreat(session->store, &session->notice, err)) {
        ok = build_update(&session->run->loaded, *request->scratch, session->store, options, report,
                          err);
    }
    if (!ok)
        return false;
    if (report->parsed && store_is_private(session->store) && !session->notice.len)
        session->notice = STR("the index cannot be written: each run reads changed files again");
    session->catalog = report->catalog;
    want_levels(request, session);
    if (report->parsed && session->database.len)
        cache_trim(*request->scratch, path_directory(session->database), CACHE_BYTES_MAX,
                   session->database);
    return true;
}

bool session_update(SessionRequest *request, IndexSession *session, bool force, BuildReport *report,
                    Err *err)
{
    BuildOptions options = build_options(request, session);
    options.force = force;
    return update(request, session, &options, report, err);
}

bool session_update_with(SessionRequest *request, IndexSession *session,
                         bool (*prepare)(void *context, Store *store, Err *err), void *context,
                         BuildReport *report, Err *err)
{
    BuildOptions options = build_options(request, session);
    options.prepare = prepare;
    options.prepare_context = context;
    return update(request, session, &options, report, err);
}
