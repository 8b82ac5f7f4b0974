/* Call graphs of both states of a diff from one index. The catalog of the work tree is first
   changed to the base (index/update/as_of.h), where old uses and metrics are noted. Then it is
   changed to the new state, where the consequences are found. The result is not saved, and a
   daemon's worker answers no further call from it. */
#include "tools/diff_graph.h"

#include "change/measure.h"
#include "index/catalog/classify.h"
#include "index/update/as_of.h"
#include "index/update/memory.h"
#include "session/indexer.h"
#include "session/require.h"
#include "session/warm.h"
#include "tools/query.h"

typedef VEC(AsOfFile) AsOfVec;

typedef struct States {
    ToolCall *call;
    IndexSession *session;
    GitObjects *objects;
} States;

/* ---- the files of a state ---- */

static bool read_content(States *states, const GitSide *side, OutlineJob *job, Err *err)
{
    DiffContent content;
    if (!diff_read_content(states->call, states->objects, side, INDEX_FILE_BYTES_MAX, &content,
                           err))
        return false;
    job->text = content.text;
    job->reason = content.unseen;
    job->language = lang_detect(side->path, str_slice(job->text, 0, SOURCE_HEAD_BYTES));
    return true;
}

static bool is_file(const GitSide *side)
{
    return side->mode == GIT_MODE_FILE || side->mode == GIT_MODE_EXECUTABLE;
}

/* Lists one side of all changes. */
static bool list_side(States *states, const GitChangeVec *changes, bool old, AsOfVec *files,
                      Err *err)
{
    Arena *arena = states->call->arena;
    OutlinesOptions options = {.store = states->session->store,
                               .cancel = states->call->context->cancel};
    OutlineJob *jobs = NEW(arena, OutlineJob, changes->len);
    size_t count = 0;
    if (!diff_expect(states->call, states->objects, changes, old, err))
        return false;
    for (size_t i = 0; i < changes->len; i++) {
        const GitSide *side = old ? &changes->ptr[i].old : &changes->ptr[i].new;
        const GitSide *other = old ? &changes->ptr[i].new : &changes->ptr[i].old;
        OutlineJob *job = is_file(side) ? &jobs[count++] : NULL;
        if (job && !read_content(states, side, job, err))
            return false;
        if (is_file(other) && (!job || !str_equal(side->path, other->path)))
            *VEC_PUSH(arena, files) = (AsOfFile){.path = other->path};
        if (job)
            *VEC_PUSH(arena, files) = (AsOfFile){.path = side->path, .content = job};
    }
    return outlines_make(arena, jobs, count, &options, err);
}

static bool become(States *states, const GitChangeVec *changes, bool old, Err *err)
{
    AsOfVec files = {0};
    if (!list_side(states, changes, old, &files, err))
        return false;
    if (!files.len)
        return true;
    session_warm_spend(&states->call->request, states->session);
    return as_of_take(*states->call->scratch, states->session->catalog, &states->session->repo,
                      files.ptr, files.len, err);
}

/* ---- the states ---- */

/* Updates the index to the present files and waits for that: an older index would describe another
   state. */
static bool bring_up(States *states, SessionNeeds needs, Err *err)
{
    ToolCall *call = states->call;
    IndexSession *session = states->session;
    BuildReport report;
    if (!session->warm)
        return indexer_update(&call->request, session, false, &report, err) &&
               session_load(&call->request, session, needs.parts, err);
    if (!session_require(&call->request, session, needs, err))
        return false;
    if (!session->stale.len)
        return true;
    err_set(err, ERR_STALE, "%.*s", STR_ARG(session->stale));
    return err_hint(err, "ask again in a moment; fovea status shows how far it is");
}

/* Lists the changes from the base to the new state, and to the work tree. */
static bool list_changes(States *states, const DiffSides *sides, GitChangeVec *to_new,
                         GitChangeVec *to_files, Err *err)
{
    Arena *arena = states->call->arena;
    GitRange files = {.base = sides->range.base, .to = GIT_TO_WORKING};
    *to_new = sides->changes;
    if (!to_new->len && !git_objects_changes(states->objects, arena, &sides->range, to_new, err))
        return false;
    *to_files = *to_new;
    return sides->range.to == GIT_TO_WORKING ||
           git_objects_changes(states->objects, arena, &files, to_files, err);
}

bool diff_graph_consequences(ToolCall *call, IndexSession *session, GitObjects *objects,
                             DiffSides *sides, ConsequenceVec *found, Err *err)
{
    States states = {.call = call, .session = session, .objects = objects};
    GitChangeVec to_new, to_files;
    OldUseVec uses;
    *found = (ConsequenceVec){0};
    if (!bring_up(&states, (SessionNeeds){.parts = CATALOG_ALL, .calls = true}, err) ||
        !list_changes(&states, sides, &to_new, &to_files, err) ||
        !become(&states, &to_files, true, err))
        return false;
    change_measure(call->arena, *call->scratch, &sides->set, session->catalog, true);
    if (!uses_note(call->arena, *call->scratch, &sides->set, session->catalog, &uses, err) ||
        !become(&states, &to_new, false, err))
        return false;
    change_measure(call->arena, *call->scratch, &sides->set, session->catalog, false);
    return consequences_find(call->arena, &sides->set, session->catalog, &uses, found, err);
}

Str diff_graph_unseen(ToolCall *call, const IndexSession *session)
{
    if (!session->catalog)
        return (Str){0};
    Str part = extent_describe(call->arena, &session->catalog->extent);
    Str left = memory_describe(call->arena, &session->catalog->left_out);
    if (!part.len)
        return left;
    part = str_format(call->arena, "the index has %.*s", STR_ARG(part));
    return left.len ? str_format(call->arena, "%.*s; %.*s", STR_ARG(part), STR_ARG(left)) : part;
}
