/* Lists the tree in a thread. The waiting thread takes part in the work through a ParallelShare.
   Stored directory listings are reused for unchanged directories. */
#include "session/listing.h"

#include "index/catalog/classify.h"
#include "index/store/listed.h"
#include "session/root_guard.h"

static void list_tree(void *state)
{
    SessionListing *listing = state;
    IndexSession *session = listing->session;
    Arena scratch SCOPED(arena_close) = {0};
    WalkOptions options = {.files_max = session->unasked ? ROOT_GUARD_FILES_MAX : 0,
                           .is_source = classify_is_code,
                           .listings = session->listings,
                           .share = &listing->share};
    arena_open(&scratch, 0);
    arena_expect(&scratch, listing->listed_bytes * 16);
    arena_expect(&session->walked, listing->listed_bytes * 8);
    session->tree = NEW(&session->walked, WalkResult, 1);
    listing->listed =
        git_walk(&session->walked, scratch, &session->repo, &options, session->tree, &listing->err);
    parallel_share_end(&listing->share);
}

SessionListing *session_listing_begin(SessionRequest *request, IndexSession *session)
{
    SessionListing *listing = NEW(request->arena, SessionListing, 1);
    *listing = (SessionListing){.run = session->run, .session = session};
    if (!session->walked.begin)
        arena_open(&session->walked, 0);
    Str listed = listed_load(session->store, &session->walked);
    session->listings = listings_open(&session->walked, listed);
    listing->listed_bytes = listed.len;
    parallel_share_open(&listing->share);
    parallel_start(&listing->task, list_tree, listing);
    return listing;
}

bool session_listing_wait(SessionListing *listing, Err *err)
{
    parallel_share_help(&listing->share);
    parallel_finish(&listing->task);
    parallel_share_close(&listing->share);
    listing->ended = true;
    if (!listing->listed)
        *err = listing->err;
    return listing->listed;
}

bool session_listing_finish(SessionListing *listing)
{
    const IndexSession *session = listing->session;
    Arena scratch SCOPED(arena_close) = {0}; /* the request's may hold a partial answer */
    Err ignored;
    if (listing->ended)
        return !listing->run->outdated;
    arena_open(&scratch, 0);
    if (session_listing_wait(listing, &ignored))
        build_check(scratch, session->catalog, session->tree, session->memory, &listing->stale);
    listing->run->outdated = !listing->listed || staleness_files(&listing->stale);
    return !listing->run->outdated;
}

void session_listing_hand_over(SessionListing *listing)
{
    IndexSession *session = listing->session;
    SessionRun *run = listing->run;
    if (!run->outdated || !listing->listed || run->listed)
        return;
    run->listed = listing;
    listing->walked = session->walked;
    listing->listings = session->listings;
    listing->tree = session->tree;
    listing->root = session->repo.root;
    session->walked = (Arena){0};
    session->listings = NULL;
    session->tree = NULL;
}

bool session_listing_take(IndexSession *session, Staleness *stale)
{
    const SessionListing *listing = session->run->listed;
    if (!listing || !str_equal(listing->root, session->repo.root))
        return false;
    session->run->listed = NULL;
    arena_close(&session->walked);
    session->walked = listing->walked;
    session->listings = listing->listings;
    session->tree = listing->tree;
    *stale = listing->stale;
    return true;
}

void session_listing_drop(SessionRun *run)
{
    if (run->listed)
        arena_close(&run->listed->walked);
    run->listed = NULL;
}
