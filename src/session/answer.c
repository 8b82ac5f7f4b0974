#include "session/answer.h"

#include "index/catalog/catalog.h"
#include "session/listing.h"

/* One for a tree that changed, one for damaged or missing parts of the index. */
#define RERUNS_MAX 2

static bool is_lacking(const SessionRun *run)
{
    return run->catalog && *run->catalog->lacks;
}

/* Damage of a lazy catalog; for one that was loaded whole another run would not help. */
static bool is_damaged(const SessionRun *run)
{
    return run->catalog && run->catalog->lazy && run->catalog->damaged;
}

/* Turns the faults of a run into orders for the next. False if the run had no fault. */
static bool give_orders(SessionRun *run)
{
    bool damaged = is_damaged(run), lacking = is_lacking(run), outdated = run->outdated;
    run->whole |= damaged || lacking;
    run->all |= lacking;
    run->current |= outdated;
    run->catalog = NULL;
    run->outdated = false;
    return damaged || lacking || outdated;
}

static bool run_again(SessionQuestion question, void *state, Err *err)
{
    *err = (Err){0};
    return question(state, err);
}

bool session_answer(SessionRequest *request, SessionQuestion question, void *state, Err *err)
{
    SessionRun run = {0}, *outer = request->run;
    request->run = &run;
    bool ok = question(state, err);
    for (int again = 0; again < RERUNS_MAX && give_orders(&run); again++)
        ok = run_again(question, state, err);
    if (!ok && run.broken) {
        run.whole = run.current = true;
        run.catalog = NULL;
        ok = run_again(question, state, err);
    }
    session_listing_drop(&run);
    arena_close(&run.loaded);
    request->run = outer;
    return ok;
}

void session_want_current(SessionRequest *request)
{
    request->run->current = true;
}

bool session_is_current(const SessionRequest *request)
{
    return !request->run || !request->run->listing || session_listing_finish(request->run->listing);
}

bool session_may_send(const SessionRequest *request, Err *err)
{
    const SessionRun *run = request->run;
    if (!run)
        return true;
    if (is_lacking(run))
        return err_set(err, ERR_FAILED, "a part of the index is needed that was not loaded");
    if (is_damaged(run))
        return err_set(err, ERR_FAILED, "the index is damaged");
    return session_is_current(request) || err_set(err, ERR_STALE, "the index is out of date");
}
