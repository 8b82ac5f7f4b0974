#include "tools/session_look.h"

#include "index/store/listed.h"
#include "tools/place.h"

static void list_tree(void *state)
{
    SessionLook *look = state;
    IndexSession *session = look->session;
    Arena scratch SCOPED(arena_close) = {0};
    WalkOptions options = {.files_max = session->unasked ? PLACE_FILES_MAX : 0,
                           .listings = session->listings,
                           .share = &look->share};
    arena_open(&scratch, 0);
    arena_expect(&scratch, look->listed_bytes * 16);
    arena_expect(&session->walked, look->listed_bytes * 8);
    session->tree = NEW(&session->walked, WalkResult, 1);
    look->listed =
        git_walk(&session->walked, scratch, &session->repo, &options, session->tree, &look->err);
    parallel_share_end(&look->share);
}

SessionLook *session_look_begin(ToolCall *call, IndexSession *session)
{
    SessionLook *look = NEW(call->arena, SessionLook, 1);
    *look = (SessionLook){.call = call, .session = session};
    if (!session->walked.begin)
        arena_open(&session->walked, 0);
    Str listed = listed_load(session->store, &session->walked);
    session->listings = listings_open(&session->walked, listed);
    look->listed_bytes = listed.len;
    parallel_share_open(&look->share);
    parallel_start(&look->task, list_tree, look);
    return look;
}

bool session_look_wait(SessionLook *look, Err *err)
{
    parallel_share_help(&look->share);
    parallel_finish(&look->task);
    parallel_share_close(&look->share);
    look->ended = true;
    if (!look->listed)
        *err = look->err;
    return look->listed;
}

bool session_look_end(SessionLook *look)
{
    ToolCall *call = look->call;
    Arena scratch SCOPED(arena_close) = {0}; /* what is in the call's may be half an answer */
    Err ignored;
    if (look->ended)
        return !call->outdated;
    arena_open(&scratch, 0);
    if (session_look_wait(look, &ignored))
        build_check(scratch, look->session->catalog, look->session->tree, look->session->memory,
                    &look->drift);
    const BuildDrift *drift = &look->drift;
    call->outdated = !look->listed || drift->added + drift->changed + drift->removed;
    return !call->outdated;
}

bool session_look_is_current(const ToolCall *call)
{
    return !call->look || session_look_end(call->look);
}

void session_look_keep(SessionLook *look)
{
    IndexSession *session = look->session;
    if (!look->call->outdated || !look->listed || look->call->listed)
        return;
    look->call->listed = look;
    look->walked = session->walked;
    look->listings = session->listings;
    look->tree = session->tree;
    look->root = session->repo.root;
    session->walked = (Arena){0};
    session->listings = NULL;
    session->tree = NULL;
}

bool session_look_take(ToolCall *call, IndexSession *session, BuildDrift *drift)
{
    const SessionLook *look = call->listed;
    if (!look || !str_equal(look->root, session->repo.root))
        return false;
    call->listed = NULL;
    arena_close(&session->walked);
    session->walked = look->walked;
    session->listings = look->listings;
    session->tree = look->tree;
    *drift = look->drift;
    return true;
}

void session_look_drop(ToolCall *call)
{
    if (call->listed)
        arena_close(&call->listed->walked);
    call->listed = NULL;
}
