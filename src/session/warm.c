#include "session/warm.h"

#include "session/answer_overlay.h"
#include "session/notices.h"
#include "session/staleness.h"

bool session_warm_borrow(const SessionRequest *request, IndexSession *session)
{
    const SessionWarm *warm = request->warm;
    if (!warm || !str_equal(warm->view.repo->root, session->repo.root))
        return false;
    session->warm = true;
    session->store = warm->store;
    session->catalog = warm->view.catalog;
    session->notice = warm->view.notice;
    return true;
}

Staleness session_warm_staleness(const LiveView *view)
{
    Staleness stale = view->behind;
    uint32_t files = 0, built = view->built;
    if (view->stage == LIVE_BUILDING && stale.files) {
        uint32_t less = MIN(built, stale.added);
        stale.added -= less;
        stale.changed -= MIN(built - less, stale.changed);
        stale.bytes_behind -= MIN(view->built_bytes, stale.bytes_behind);
        return stale;
    }
    for (size_t i = 0; i < view->catalog->files.len; i++)
        files += view->catalog->files.ptr[i].path.len > 0;
    return (Staleness){.files = files};
}

static void describe_unsettled(const SessionRequest *request, IndexSession *session,
                               const LiveView *view)
{
    if (view->stage != LIVE_RANKING) {
        session->stale = session_overlay_describe(request->arena, view->unsettled);
        return;
    }
    session->stale = str_format(request->arena, "%u %s changed just now: ranks and risk follow",
                                view->unsettled, view->unsettled == 1 ? "file" : "files");
}

static void wait_for(const SessionWarm *warm, SessionWait wait)
{
    if (warm->later)
        warm->later(warm->state, wait);
}

bool session_warm_require(const SessionRequest *request, IndexSession *session, SessionNeeds needs,
                          Err *err)
{
    const SessionWarm *warm = request->warm;
    const LiveView *view = &warm->view;
    const Catalog *catalog = session->catalog;
    if (view->stage == LIVE_SETTLING && needs.parts & CATALOG_LINKS)
        wait_for(warm, SESSION_WAIT_CALLS);
    if (view->stage == LIVE_SETTLING || view->stage == LIVE_RANKING)
        describe_unsettled(request, session, view);
    if (view->stage != LIVE_BUILDING)
        return true;
    Staleness stale = session_warm_staleness(view);
    if (staleness_files(&stale) <= staleness_awaited(catalog))
        wait_for(warm, SESSION_WAIT_BUILT);
    if (!session_is_enough(catalog, needs)) {
        wait_for(warm, needs.early ? SESSION_WAIT_FILES : SESSION_WAIT_SYMBOLS);
        return session_fail_unbuilt(stale.files, err);
    }
    session_note_stale(request, session, needs.parts, &stale);
    return true;
}

SessionMemo *session_warm_memo(const SessionRequest *request, const IndexSession *session)
{
    const SessionWarm *warm = request->warm;
    return session->warm && warm->view.stage == LIVE_CURRENT ? warm->memo : NULL;
}

void session_warm_spend(const SessionRequest *request, const IndexSession *session)
{
    if (session->warm)
        request->warm->memo->spent = true;
}
