#include "tools/share.h"

#include "tools/remotes.h"

static bool list_commits(ToolCall *call, Share *share, Err *err)
{
    GitCommit commit;
    Str next = STR("HEAD");
    for (size_t i = 0; i <= SHARE_ANCESTORS && next.len; i++) {
        if (!git_objects_commit(share->objects, call->arena, next, &commit, err))
            return i > 0 && err->code == ERR_NOT_FOUND; /* the end of a shallow clone */
        *VEC_PUSH(call->arena, &share->commits) = commit.id;
        next = commit.parents.len ? commit.parents.ptr[0] : (Str){0};
    }
    return true;
}

/* A place that does not exist yet, or has no name, can still be asked what it would receive. */
static bool open_remote(ToolCall *call, ShareUse use, Share *share, Err *err)
{
    const GitRepo *repo = &share->session.repo;
    RemoteOptions remote = {
        .repo = repo, .cancel = call->context->cancel, .write = use == SHARE_WRITE};
    Str target = tool_text(call, "target");
    NamedRemoteVec named = {0};
    if (use == SHARE_TRY && !target.len) {
        if (!remotes_load(call->arena, repo, &named, err))
            return false;
        if (!named.len)
            return true;
    }
    return remotes_target(call->arena, repo, target, &remote.target, err) &&
           (remote_open(call->arena, &remote, &share->remote, err) ||
            (use == SHARE_TRY && err->code == ERR_NOT_FOUND));
}

bool share_begin(ToolCall *call, ShareUse use, Share *share, Err *err)
{
    IndexSession *session = &share->session;
    if (!session_open(&call->request, tool_text(call, "path"), session, err))
        return false;
    if (!session->repo.directory.len) {
        err_set(err, ERR_USAGE, "there is no git repository here");
        return err_hint(err, "an index is shared by commits; run it in a repository");
    }
    if (session->repo.part.len) {
        err_set(err, ERR_USAGE, "only a part of the repository may be read");
        return err_hint(err, "run it without --root, or with the root of the work tree");
    }
    if (!open_remote(call, use, share, err) ||
        !git_objects_open(call->arena, &session->repo, &share->objects, err) ||
        !list_commits(call, share, err))
        return false;
    git_repo_read_head(call->arena, &session->repo);
    share->branch = session->repo.branch;
    return true;
}

void share_end(Share *share)
{
    remote_close(&share->remote);
    git_objects_close(&share->objects);
    session_close(&share->session);
}
