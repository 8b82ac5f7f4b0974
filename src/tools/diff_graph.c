#include "tools/diff_graph.h"

#include "index/catalog/classify.h"
#include "index/update/as_of.h"
#include "tools/query.h"

/* Of one file; the index does not read larger ones either. */
#define CONTENT_BYTES_MAX INDEX_FILE_BYTES_MAX
#define HEAD_BYTES ((size_t)4096)

typedef VEC(AsOfFile) AsOfVec;

typedef struct States {
    ToolCall *call;
    IndexSession *session;
    GitObjects *objects;
} States;

/* ---- the files of a state ---- */

static bool read_content(States *states, const GitSide *side, OutlineJob *job, Err *err)
{
    GitContent content = {0};
    job->language = lang_detect(side->path, (Str){0});
    if (!git_objects_content(states->objects, states->call->arena, side, CONTENT_BYTES_MAX,
                             &content, err)) {
        job->reason = STR("its content is not in this repository");
        return err->code == ERR_NOT_FOUND;
    }
    job->text = content.bytes;
    job->language = lang_detect(side->path, str_slice(job->text, 0, HEAD_BYTES));
    return true;
}

static bool is_file(const GitSide *side)
{
    return side->mode == GIT_MODE_FILE || side->mode == GIT_MODE_EXECUTABLE;
}

/* One side of all that differs within a range. */
static bool list_side(States *states, const GitRange *range, bool old, AsOfVec *files, Err *err)
{
    Arena *arena = states->call->arena;
    GitChangeVec changes;
    OutlinesOptions options = {.store = states->session->store,
                               .cancel = states->call->context->cancel};
    if (!git_objects_changes(states->objects, arena, range, &changes, err))
        return false;
    OutlineJob *jobs = NEW(arena, OutlineJob, changes.len);
    size_t count = 0;
    for (size_t i = 0; i < changes.len; i++) {
        const GitSide *side = old ? &changes.ptr[i].old : &changes.ptr[i].new;
        const GitSide *other = old ? &changes.ptr[i].new : &changes.ptr[i].old;
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

static bool become(States *states, const GitRange *range, bool old, Err *err)
{
    AsOfVec files = {0};
    return list_side(states, range, old, &files, err) &&
           (!files.len || as_of_take(*states->call->scratch, states->session->catalog,
                                     &states->session->repo, files.ptr, files.len, err));
}

/* Where nobody has to know of the change, the new state is enough. */
static bool become_new(States *states, const GitRange *range, Err *err)
{
    GitRange to_files = {.base = range->head, .to = GIT_TO_WORKING};
    if (range->to == GIT_TO_WORKING)
        return session_require(states->call, states->session,
                               QUERY_PARTS | CATALOG_LINKS | SESSION_CALLS, err);
    return session_require(states->call, states->session, CATALOG_ALL | SESSION_CALLS, err) &&
           become(states, &to_files, true, err);
}

bool diff_graph_consequences(ToolCall *call, IndexSession *session, const DiffSides *sides,
                             ConsequenceVec *found, Err *err)
{
    GitObjects *objects SCOPED(git_objects_close) = NULL;
    States states = {.call = call, .session = session};
    GitRange to_files = {.base = sides->range.base, .to = GIT_TO_WORKING};
    OldUseVec uses;
    *found = (ConsequenceVec){0};
    if (!git_objects_open(call->arena, &session->repo, &objects, err))
        return false;
    states.objects = objects;
    if (sides->range.to != GIT_TO_STAGED && !uses_are_concerned(&sides->set))
        return become_new(&states, &sides->range, err);
    if (!session_require(call, session, CATALOG_ALL | SESSION_CALLS, err))
        return false;
    return become(&states, &to_files, true, err) &&
           uses_note(call->arena, *call->scratch, &sides->set, session->catalog, &uses, err) &&
           become(&states, &sides->range, false, err) &&
           consequences_find(call->arena, &sides->set, session->catalog, &uses, found, err);
}
