#include "tools/session.h"

#include "base/path.h"
#include "base/proc.h"
#include "index/graph/levels.h"
#include "index/live/freshness.h"
#include "index/store/cache.h"
#include "index/store/derived.h"
#include "index/store/listed.h"
#include "index/update/memory.h"
#include "tools/config.h"
#include "tools/drift.h"
#include "tools/index_history.h"
#include "tools/indexer.h"
#include "tools/session_look.h"
#include "tools/session_overlay.h"

/* Another process may be in the middle of a batch of its own. */
#define SESSION_WAIT_MS 10000
/* How long a question waits for a process that is at it, and for the first it saves: a first pass
   at Linux takes some seconds. Another process may take a moment to begin. */
#define SESSION_LOCK_MS 500
/* Who takes up a few files is nearly done, even in a repository of millions of symbols. */
#define SESSION_FEW_FILES 100
#define SESSION_FEW_MS 5000
#define SESSION_FIRST_MS 20000
#define SESSION_BEGIN_MS 2000
#define SESSION_POLL_MS 50
#define SESSION_TELL_MS 1000

static Str join_notes(Arena *arena, Str one, Str other)
{
    if (!one.len || !other.len)
        return one.len ? one : other;
    if (str_find(one, other) != STR_NONE)
        return one;
    return str_format(arena, "%.*s; %.*s", STR_ARG(one), STR_ARG(other));
}

void session_note(ToolCall *call, IndexSession *session, Str note)
{
    Str *shown = session->stale.len ? &session->stale : &session->notice;
    *shown = join_notes(call->arena, *shown, note);
}

static void want_levels(const ToolCall *call, const IndexSession *session)
{
    const Config *config = call->context->config;
    if (session->catalog)
        levels_want(session->catalog, (uint8_t)config->risk_medium, (uint8_t)config->risk_high);
}

/* What the server keeps of this repository, if it does. */
static bool use_warm(ToolCall *call, IndexSession *session)
{
    const SessionWarm *warm = call->context->warm;
    if (!warm || !str_equal(warm->view.repo->root, session->repo.root))
        return false;
    session->warm = true;
    session->store = warm->store;
    session->catalog = warm->view.catalog;
    session->notice = warm->view.notice;
    want_levels(call, session);
    return true;
}

static bool open_store(ToolCall *call, IndexSession *session, Err *err)
{
    session->warm = false;
    session->store = NULL;
    StoreOptions options = {.path = session->database,
                            .wait_ms = SESSION_WAIT_MS,
                            .tree = session->repo.root,
                            .memory = !session->database.len};
    if (!store_open(call->arena, &options, &session->store, &session->notice, err))
        return false;
    if (options.memory)
        session->notice = STR("neither HOME nor XDG_CACHE_HOME is set: the index is kept in memory "
                              "for this run");
    else
        cache_touch(*call->scratch, session->database);
    return true;
}

bool session_open(ToolCall *call, Str path, IndexSession *session, Err *err)
{
    *session = (IndexSession){.memory = config_memory(call->context->config)};
    if (!call->index.begin)
        arena_open(&call->index, 0);
    if (!session_find(call, path, session, err) || !session_check_place(call, path, session, err))
        return false;
    if (!use_warm(call, session) && !open_store(call, session, err))
        return false;
    if (call->broken)
        session_note(call, session, STR(STORE_DAMAGED));
    session->broken = &call->broken;
    session_note(call, session, call->lowered);
    return session_note_place(call, session, err);
}

/* What was worked out, and how the tree was listed. */
static void keep_for_others(const IndexSession *session)
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
    if (session->look) {
        session_look_end(session->look);
        session->look->call->look = NULL;
        session_look_keep(session->look);
    }
    if (!session->warm)
        keep_for_others(session);
    arena_close(&session->walked);
    if (session->warm)
        return;
    if (session->store && session->broken && store_is_broken(session->store))
        *session->broken = true;
    store_close(&session->store);
}

static void pass_on(void *context, const BuildStep *step)
{
    const ToolContext *tool = context;
    const ToolStep shown = {.done = step->done,
                            .total = step->total,
                            .bytes = step->bytes,
                            .bytes_total = step->bytes_total,
                            .first_pass = step->first_pass};
    if (tool->progress.put)
        tool->progress.put(tool->progress.state, &shown);
}

bool session_want_writing(ToolCall *call, IndexSession *session, Err *err)
{
    return !session->warm || open_store(call, session, err);
}

bool session_update(ToolCall *call, IndexSession *session, bool force, BuildReport *report,
                    Err *err)
{
    ToolContext context = *call->context;
    BuildOptions options = {.repo = &session->repo,
                            .tree = session->tree,
                            .force = force,
                            .memory = session->memory,
                            .cancel = context.cancel,
                            .wait_ms = SESSION_LOCK_MS,
                            .progress = pass_on,
                            .context = &context};
    if (!session_want_writing(call, session, err))
        return false;
    if (session->catalog && session->catalog->store == session->store)
        catalog_let_go(session->catalog);
    bool ok = build_update(&call->index, *call->scratch, session->store, &options, report, err);
    if (!ok && store_retreat(session->store, err)) {
        session->notice = STR(STORE_FULL);
        ok = build_update(&call->index, *call->scratch, session->store, &options, report, err);
    }
    if (!ok)
        return false;
    if (report->parsed && store_is_private(session->store) && !session->notice.len)
        session->notice = STR("the index cannot be written: what changed is read anew by each run");
    session->catalog = report->catalog;
    want_levels(call, session);
    if (report->parsed && session->database.len)
        cache_trim(*call->scratch, path_directory(session->database), CACHE_BYTES_MAX,
                   session->database);
    return true;
}

/* What is fetched piece by piece is not known before. */
static bool check_room(ToolCall *call, const IndexSession *session, unsigned parts, Err *err)
{
    uint64_t bytes = catalog_loaded_bytes(session->store, parts);
    if (memory_has_room(session->memory, bytes))
        return true;
    Buf needed = buf_open(call->arena, 0);
    buf_put(&needed, STR("this needs about "));
    buf_put_size(&needed, bytes);
    buf_put(&needed, STR(" of the index in memory"));
    err_set(err, ERR_FAILED, "%.*s",
            STR_ARG(memory_reason(call->arena, session->memory, buf_str(&needed))));
    return err_hint(err, "raise index.memory in the user's configuration (fovea config shows it); "
                         "fovea find, symbol and grep need less");
}

static bool load_parts(ToolCall *call, IndexSession *session, unsigned parts, Err *err)
{
    unsigned lazy = call->whole ? 0 : parts & CATALOG_LAZY;
    parts = call->all ? CATALOG_ALL : parts;
    bool much = !lazy && parts & CATALOG_ALL & ~(unsigned)CATALOG_FILES;
    if (much && !check_room(call, session, parts, err))
        return false;
    if (session->catalog)
        catalog_let_go(session->catalog);
    bool ok = catalog_load(&call->index, *call->scratch, session->store,
                           (parts & CATALOG_ALL) | lazy, &session->catalog, err);
    want_levels(call, session);
    call->damaged = ok && session->catalog->lazy ? &session->catalog->damaged : NULL;
    call->lacks = ok ? session->catalog->lacks : NULL;
    /* Of one that is loaded whole there is nothing else to try: the index is made anew. */
    if (ok && session->catalog->damaged && !session->catalog->lazy && !call->broken) {
        db_note_damage(store_db(session->store));
        return err_set(err, ERR_FAILED, "the index is damaged");
    }
    return ok;
}

bool session_load(ToolCall *call, IndexSession *session, unsigned parts, Err *err)
{
    return session->catalog || load_parts(call, session, parts, err);
}

static void describe_drift(ToolCall *call, IndexSession *session, unsigned parts,
                           const BuildDrift *drift)
{
    bool lexical = false;
    for (size_t i = 0; i < session->catalog->files.len && !lexical; i++)
        lexical = session->catalog->files.ptr[i].state == FILE_LEXICAL;
    Buf note = buf_open(call->arena, 0);
    drift_put(&note, drift);
    if (lexical)
        buf_put(&note, STR("; of the others likely definitions from a first look"));
    else if (drift->added + drift->changed)
        buf_put(&note, STR("; what is in the others may be missing, or be as it was"));
    else
        buf_put(&note, STR("; the last ones are being joined to the rest"));
    if (parts & CATALOG_LINKS && !catalog_calls_known(session->catalog))
        buf_put(&note, STR("; calls are not known yet"));
    if (session->background && !call->context->notice)
        buf_put(&note, STR("; it goes on in the background"));
    session->stale = join_notes(call->arena, buf_str(&note), call->lowered);
}

/* Whether what the question needs is there, if perhaps not all of it. */
static bool is_enough(const Catalog *catalog, unsigned parts)
{
    return parts & SESSION_EARLY ? catalog->files.len > 0 : catalog_has_symbols(catalog);
}

/* Loads what another process has saved, if it has; until then the catalog is let go, since who
   holds it sees the store as it was. */
static bool load_again(ToolCall *call, IndexSession *session, unsigned parts, bool *held, Err *err)
{
    uint64_t saved = 0;
    if (*held)
        catalog_let_go(session->catalog);
    if (!catalog_generation(session->store, &saved, err))
        return false;
    *held = saved != session->catalog->generation;
    return !*held || load_parts(call, session, parts, err);
}

/* Looks at what another process has saved until there is something, as long as it is at it. */
static bool await_first_save(ToolCall *call, IndexSession *session, unsigned parts, Err *err)
{
    int64_t start = proc_clock_ms(), told = start;
    bool busy = true, held = true;
    while (!is_enough(session->catalog, parts) && busy && !tool_is_cancelled(call)) {
        StoreProgress progress;
        proc_sleep_ms(SESSION_POLL_MS);
        int64_t now = proc_clock_ms();
        busy = (store_hear(session->store, &progress) || now - start < SESSION_BEGIN_MS) &&
               now - start < SESSION_FIRST_MS;
        if (now - told >= SESSION_TELL_MS) {
            indexer_tell(call, &progress);
            told = now;
        }
        if (!load_again(call, session, parts, &held, err))
            return false;
    }
    return held || load_parts(call, session, parts, err);
}

/* *known: a process that keeps the index up to date says that it is. */
static bool load_kept(ToolCall *call, IndexSession *session, unsigned parts, BuildDrift *drift,
                      bool *known, Err *err)
{
    uint64_t generation = 0, birth = 0;
    if (!store_is_private(session->store))
        generation = freshness_ask(*call->scratch, session->database, session->repo.root,
                                   git_user_rules(*call->scratch));
    *known = false;
    if (!generation)
        return true;
    if (!load_parts(call, session, parts, err) || !store_birth(session->store, &birth, err))
        return false;
    const Catalog *catalog = session->catalog;
    *known = !catalog->damaged && catalog->generation + birth == generation;
    *drift = (BuildDrift){0};
    for (size_t i = 0; i < catalog->files.len; i++)
        drift->files += catalog->files.ptr[i].path.len > 0;
    return true;
}

/* Whether the question may be worked on before the tree is listed: what is made of a catalog that
   proves to be out of date is thrown away. */
static bool can_begin(const ToolCall *call, const IndexSession *session)
{
    const Catalog *catalog = session->catalog;
    return catalog->lazy && !catalog->damaged && catalog->files.len && !call->sure;
}

/* The tree is listed while the catalog is loaded, and while the question is worked on if that can
   be: then there is a session->look, and no drift yet. */
static bool load_and_compare(ToolCall *call, IndexSession *session, unsigned parts,
                             BuildDrift *drift, Err *err)
{
    bool known;
    Err why;
    if (!load_kept(call, session, parts, drift, &known, err))
        return false;
    if (known)
        return true;
    assert(!session->look);
    SessionLook *look = session_look_begin(call, session);
    bool loaded = load_parts(call, session, parts, err);
    if (loaded && can_begin(call, session)) {
        session->look = call->look = look;
        *drift = (BuildDrift){0};
        return true;
    }
    bool listed = session_look_wait(look, &why);
    if (loaded && !listed)
        *err = why;
    if (!loaded || !listed)
        return false;
    build_check(*call->scratch, session->catalog, session->tree, session->memory, drift);
    return true;
}

static bool answer_from_what_there_is(ToolCall *call, IndexSession *session, unsigned parts,
                                      BuildDrift *drift, Err *err)
{
    if (!await_first_save(call, session, parts, err))
        return false;
    const Catalog *catalog = session->catalog;
    if (catalog_has_symbols(catalog)) {
        build_check(*call->scratch, catalog, session->tree, session->memory, drift);
        if (!(drift->added + drift->changed + drift->removed))
            return true;
    } else if (catalog->files.len) {
        uint32_t files = (uint32_t)catalog->files.len;
        *drift = (BuildDrift){.files = files, .changed = files};
    } else {
        err_set(err, ERR_STALE, "the index is being made (%u files)", drift->files);
        return err_hint(err, "ask again in a moment; fovea status shows how far it is");
    }
    describe_drift(call, session, parts, drift);
    return true;
}

/* ---- from memory ---- */

/* What the server knows of the tree now. */
static BuildDrift warm_drift(const LiveView *view)
{
    BuildDrift drift = view->behind;
    uint32_t files = 0, built = view->built;
    if (view->stage == LIVE_BUILDING && drift.files) {
        uint32_t less = MIN(built, drift.added);
        drift.added -= less;
        drift.changed -= MIN(built - less, drift.changed);
        drift.bytes_behind -= MIN(view->built_bytes, drift.bytes_behind);
        return drift;
    }
    for (size_t i = 0; i < view->catalog->files.len; i++)
        files += view->catalog->files.ptr[i].path.len > 0;
    return (BuildDrift){.files = files};
}

static void describe_unsettled(ToolCall *call, IndexSession *session, const LiveView *view)
{
    if (view->stage != LIVE_RANKING) {
        session->stale = session_describe_overlay(call->arena, view->unsettled);
        return;
    }
    session->stale = str_format(call->arena, "%u %s changed just now: ranks and risk follow",
                                view->unsettled, view->unsettled == 1 ? "file" : "files");
}

static void wait_for(const SessionWarm *warm, SessionWait wait)
{
    if (warm->later)
        warm->later(warm->state, wait);
}

static bool require_warm(ToolCall *call, IndexSession *session, unsigned parts, Err *err)
{
    const SessionWarm *warm = call->context->warm;
    const LiveView *view = &warm->view;
    const Catalog *catalog = session->catalog;
    if (view->stage == LIVE_SETTLING && parts & CATALOG_LINKS)
        wait_for(warm, SESSION_WAIT_CALLS);
    if (view->stage == LIVE_SETTLING || view->stage == LIVE_RANKING)
        describe_unsettled(call, session, view);
    if (view->stage != LIVE_BUILDING)
        return true;
    BuildDrift drift = warm_drift(view);
    if (drift.added + drift.changed + drift.removed <= drift_awaited(catalog))
        wait_for(warm, SESSION_WAIT_BUILT);
    if (!is_enough(catalog, parts)) {
        wait_for(warm, parts & SESSION_EARLY ? SESSION_WAIT_FILES : SESSION_WAIT_SYMBOLS);
        err_set(err, ERR_STALE, "the index is being made (%u files)", drift.files);
        return err_hint(err, "ask again in a moment; fovea status shows how far it is");
    }
    describe_drift(call, session, parts, &drift);
    return true;
}

bool session_compare(ToolCall *call, IndexSession *session, BuildDrift *drift, Err *err)
{
    if (session->warm) {
        *drift = warm_drift(&call->context->warm->view);
        return true;
    }
    return load_and_compare(call, session, CATALOG_FILES, drift, err);
}

static bool update_for_question(ToolCall *call, IndexSession *session, Err *err)
{
    int64_t end = proc_clock_ms() + SESSION_FEW_MS;
    BuildReport report;
    while (!session_update(call, session, false, &report, err)) {
        StoreProgress other;
        bool busy = err->code == ERR_STALE && store_hear(session->store, &other);
        bool soon = !busy || other.total <= SESSION_FEW_FILES; /* 0: not known yet */
        if (err->code != ERR_STALE || !soon || proc_clock_ms() >= end || tool_is_cancelled(call))
            return false;
    }
    return true;
}

static bool bring_up(ToolCall *call, IndexSession *session, unsigned parts, Err *err)
{
    BuildDrift drift;
    if (session->warm)
        return require_warm(call, session, parts, err);
    if (!session_look_take(call, session, &drift) &&
        !load_and_compare(call, session, parts & (CATALOG_ALL | CATALOG_LAZY), &drift, err))
        return false;
    uint32_t fresh = drift.added + drift.changed;
    if (!(fresh + drift.removed))
        return true;
    bool taken = false;
    if (session_overlay_serves(call, session, parts, &drift) &&
        !session_overlay(call, session, parts, &taken, err))
        return false;
    if (taken)
        return true;
    bool slow = fresh > DRIFT_UPDATE_MAX || !build_has_room(session->store, session->memory);
    if (slow && indexer_start(call, session))
        return session_load(call, session, parts, err) &&
               answer_from_what_there_is(call, session, parts, &drift, err);
    Catalog *loaded = session->catalog;
    if (update_for_question(call, session, err))
        return session_load(call, session, parts, err);
    session->catalog = loaded;
    if (err->code != ERR_STALE)
        return false;
    return ((loaded && !loaded->lazy) || load_parts(call, session, parts, err)) &&
           answer_from_what_there_is(call, session, parts, &drift, err);
}

bool session_require(ToolCall *call, IndexSession *session, unsigned parts, Err *err)
{
    if (!bring_up(call, session, parts, err))
        return false;
    if (parts & SESSION_CALLS && !catalog_calls_known(session->catalog)) {
        err_set(err, ERR_STALE, "%.*s", STR_ARG(session->stale));
        return err_hint(err,
                        "fovea find and fovea grep answer now; fovea status shows how far it is");
    }
    index_history_follow(call, session);
    if (!session->catalog->files.len)
        session_note(call, session, session_no_files(call, &session->repo));
    session_note(call, session, extent_describe(call->arena, &session->catalog->extent));
    session_note(call, session, memory_describe(call->arena, &session->catalog->left_out));
    return true;
}
