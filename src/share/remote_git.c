/* A git repository as a remote, by two refs for each pointer:
     refs/fovea/index/NAME   a commit without parents: manifest.json, and `objects`, which lists the
                             manifest's blobs as lines of digest, size and git id
     refs/fovea/packs/NAME   the tree of these blobs, named by their digests; it keeps them alive
   Both are replaced as a whole, so nothing has a history, and the server's own gc removes objects
   that no ref reaches any more.

   A reader fetches a pointer's commit, which is small, and then asks for single blobs by their ids,
   as partial clones do (protocol 2). A server that refuses this gives the whole tree instead.

   A publisher has few of the blobs here. The list of ids is enough to write the trees that the
   server has, since a tree does not contain its blobs; git push then omits the blobs in them.
   The lease on the commit's ref detects another publisher, who may have replaced it. Large blobs
   are sent in groups before that, under refs of a name that no pointer has. */
#include "share/remote_git.h"

#include "base/buf.h"
#include "base/proc.h"
#include "git/git_program.h"

/* Bytes and number of the blobs fetched or sent at once: an interruption loses at most these. */
#define GROUP_BYTES_MAX (64 * MB)
#define GROUP_BLOBS_MAX 1000
/* Bytes that a server may send besides the wanted ones: other objects of the same pack. */
#define SURPLUS_BYTES_MAX (64 * MB)

RemoteGit *remote_git_of(const Remote *remote)
{
    return remote->state;
}

static bool git_open(Remote *remote, Err *err)
{
    RemoteGit *git = NEW(remote->arena, RemoteGit, 1);
    GitTransportOptions options = {.remote = remote->rest,
                                   .repo = remote->options.repo,
                                   .write = remote->options.write,
                                   .cancel = remote->options.cancel};
    remote->state = git;
    git->objects = map_open(remote->arena);
    return git_transport_open(remote->arena, &options, &git->transport, err);
}

static void git_close(Remote *remote)
{
    if (remote->state)
        git_transport_close(&remote_git_of(remote)->transport);
}

bool remote_git_fail(const Remote *remote, Str output, Err *err)
{
    Err failed = {0};
    git_transport_fail(&remote_git_of(remote)->transport, output, &failed);
    remote_fail(remote, failed.code, err, "%s", failed.message);
    return err_hint(err, "%s", failed.hint);
}

/* ---- blobs ---- */

static bool git_has(Remote *remote, const RemoteBlob *blobs, size_t count, bool *has, Err *err)
{
    if (!remote_git_fetch_all(remote, err))
        return false;
    for (size_t i = 0; i < count; i++)
        has[i] = remote_git_find(remote, &blobs[i]) != NULL;
    return true;
}

/* Fetches whole pointers, for servers that do not give single objects. */
static bool fetch_trees(Remote *remote, Arena *arena, const Map *names, Err *err)
{
    RemoteGitFetch what = {.file_max = REMOTE_BYTES_SUM_MAX};
    ProcResult result;
    for (size_t i = 0; i < names->len; i++) {
        Str ref = remote_git_ref_name(arena, names->entries[i].key);
        git_words_put_text(
            arena, &what.refs,
            str_format(arena, "+" REMOTE_GIT_PACKS_REFS "%.*s:" REMOTE_GIT_PACKS_REFS "%.*s",
                       STR_ARG(ref), STR_ARG(ref)));
    }
    if (!remote_git_fetch(remote, arena, &what, &result, err))
        return false;
    return !result.exit_code || remote_git_fail(remote, result.output, err);
}

bool remote_git_fetch_blobs(Remote *remote, Arena *arena, const RemoteGitObject *const *objects,
                            size_t count, Err *err)
{
    const RemoteGit *git = remote_git_of(remote);
    Buf ids = buf_open(arena, 0);
    Map names = map_open(arena);
    ProcResult result;
    uint64_t size = SURPLUS_BYTES_MAX;
    for (size_t i = 0; i < count; i++) {
        if (objects[i]->pointer == REMOTE_GIT_NO_POINTER)
            continue;
        buf_printf(&ids, "%.*s\n", STR_ARG(objects[i]->id));
        size += objects[i]->size + objects[i]->size / 8;
        *map_put(&names, git->pointers.ptr[objects[i]->pointer].name, NULL) = 1;
    }
    if (!ids.len)
        return true;
    RemoteGitFetch what = {.ids = buf_str(&ids), .file_max = size};
    if (!remote_git_fetch(remote, arena, &what, &result, err))
        return false;
    if (!result.exit_code)
        return true;
    if (str_find(result.output, STR("unadvertised object")) != STR_NONE)
        return fetch_trees(remote, arena, &names, err);
    if (str_find(result.output, STR("not our ref")) != STR_NONE)
        return remote_fail_missing(remote, objects[0]->digest, err);
    return remote_git_fail(remote, result.output, err);
}

/* Blobs fetched at once. */
typedef struct Group {
    const RemoteGitObject *objects[GROUP_BLOBS_MAX];
    size_t order[GROUP_BLOBS_MAX]; /* indices in the caller's request */
    size_t len;
} Group;

/* Takes blobs from `from` on, as many as fit a group. */
static size_t take_group(const Remote *remote, const RemoteBlob *blobs, size_t from, size_t count,
                         Group *group)
{
    uint64_t bytes = 0;
    for (group->len = 0; from < count && group->len < GROUP_BLOBS_MAX; from++) {
        bytes += blobs[from].size;
        if (group->len && bytes > GROUP_BYTES_MAX)
            break;
        group->order[group->len] = from;
        group->objects[group->len++] = remote_git_find(remote, &blobs[from]);
    }
    return from;
}

/* Passes on fetched blobs. */
static bool give_blobs(Remote *remote, Arena *arena, const RemoteBlob *blobs, const Group *group,
                       const RemoteTake *take, Err *err)
{
    Buf questions = buf_open(arena, 0);
    ProcResult result;
    size_t most = 0;
    for (size_t i = 0; i < group->len; i++) {
        buf_printf(&questions, "%.*s\n", STR_ARG(group->objects[i]->id));
        most += group->objects[i]->size + REMOTE_GIT_HEAD_BYTES_MAX;
    }
    if (!remote_git_read(remote, arena, buf_str(&questions), most, &result, err))
        return false;
    for (size_t i = 0; i < group->len; i++) {
        bool found;
        uint64_t size;
        Str bytes;
        if (!remote_git_take_answer(&result.output, &found, &size, &bytes) || !found)
            return remote_fail_missing(remote, group->objects[i]->digest, err);
        if (size != bytes.len)
            bytes.len = (size_t)MIN(size, (uint64_t)SIZE_MAX); /* refused by its size */
        if (!remote_give(remote, take, blobs, group->order[i], bytes, err))
            return false;
    }
    return true;
}

static bool know_blobs(Remote *remote, const RemoteBlob *blobs, size_t count, Err *err)
{
    for (size_t i = 0; i < count; i++) {
        if (remote_git_find(remote, &blobs[i]))
            continue;
        if (!remote_git_fetch_all(remote, err))
            return false;
        if (!remote_git_find(remote, &blobs[i]))
            return remote_fail_missing(remote, blobs[i].digest, err);
    }
    return true;
}

static bool git_get(Remote *remote, const RemoteBlob *blobs, size_t count, const RemoteTake *take,
                    Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    if (!know_blobs(remote, blobs, count, err))
        return false;
    for (size_t from = 0; from < count;) {
        arena_reset(&scratch);
        Group *group = NEW(&scratch, Group, 1);
        from = take_group(remote, blobs, from, count, group);
        if (!remote_go_on(remote, err) ||
            !remote_git_fetch_blobs(remote, &scratch, group->objects, group->len, err) ||
            !give_blobs(remote, &scratch, blobs, group, take, err))
            return false;
    }
    return true;
}

static bool git_put(Remote *remote, const RemoteBlob *blob, Str bytes, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    RemoteGitObject object = {.size = blob->size, .pointer = REMOTE_GIT_NO_POINTER};
    Str id;
    arena_open(&scratch, 0);
    if (!git_transport_write(&remote_git_of(remote)->transport, &scratch, "blob", bytes, &id, err))
        return false;
    object.digest = str_copy(remote->arena, blob->digest);
    object.id = str_copy(remote->arena, id);
    remote_git_note(remote, &object);
    remote_git_of(remote)->unsent += blob->size;
    return remote_git_of(remote)->unsent < GROUP_BYTES_MAX || remote_git_upload(remote, err);
}

const RemoteBackend remote_git_backend = {
    .prefix = STR_INIT("git:"),
    .open = git_open,
    .close = git_close,
    .has = git_has,
    .get = git_get,
    .put = git_put,
    .pointer_get = remote_git_pointer_get,
    .pointers_put = remote_git_pointers_put,
    .prune = remote_git_prune,
};
