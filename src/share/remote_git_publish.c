/* Publishing through git (remote_git.c has the layout). The server's trees are written here from
   their lists, then one git push sends the missing objects. A push that loses against another
   publisher is repeated on top of that publisher's state. */
#include "share/remote_git.h"

#include "base/buf.h"
#include "base/proc.h"
#include "git/git_program.h"

#include <sys/random.h>
#include <time.h>

/* Concurrent publishers; each round is won by one of them. */
#define PUSH_TRIES_MAX 20
/* The wait after a lost round is random, below this times the number of rounds. */
#define WAIT_STEP_MS 100
/* Refs deleted by one command: its arguments stay below 64 KB. */
#define DROPS_MAX 100

static void put_raw_id(Buf *out, Str id)
{
    for (size_t i = 0; i + 1 < id.len; i += 2)
        buf_put_byte(out, (char)(byte_hex_value(id.ptr[i]) << 4 | byte_hex_value(id.ptr[i + 1])));
}

static void put_entry(Buf *tree, Str name, Str id)
{
    buf_printf(tree, "100644 %.*s", STR_ARG(name));
    buf_put_byte(tree, '\0');
    put_raw_id(tree, id);
}

/* Writes the tree of blobs that are sorted by digest; the blobs themselves may be missing. */
static bool write_tree(const Remote *remote, Arena *arena, const RemoteGitObject *objects,
                       size_t count, Str *id, Err *err)
{
    Buf tree = buf_open(arena, 0);
    for (size_t i = 0; i < count; i++)
        put_entry(&tree, remote_digest_hex(objects[i].digest), objects[i].id);
    return git_transport_write(&remote_git_of(remote)->transport, arena, "tree", buf_str(&tree), id,
                               err);
}

static int compare_objects(const void *a, const void *b)
{
    const RemoteGitObject *left = a, *right = b;
    return str_compare(left->digest, right->digest);
}

/* Lists the blobs of a manifest, each once, by digest. */
static bool list_objects(Remote *remote, Arena *arena, Str bytes, RemoteGitObjectVec *objects,
                         Err *err)
{
    RemoteManifest manifest;
    Map seen = map_open(arena);
    if (!remote_manifest_parse(arena, bytes, &manifest, err))
        return false;
    for (size_t i = 0; i < manifest.blobs.len; i++) {
        bool added;
        const RemoteBlob *blob = &manifest.blobs.ptr[i];
        const RemoteGitObject *object = remote_git_find(remote, blob);
        if (!object)
            return remote_fail_missing(remote, blob->digest, err);
        map_put(&seen, blob->digest, &added);
        if (added)
            *VEC_PUSH(arena, objects) = *object;
    }
    if (objects->len)
        qsort(objects->ptr, objects->len, sizeof *objects->ptr, compare_objects);
    return true;
}

/* Writes the commit of a pointer. */
static bool write_commit(const Remote *remote, Arena *arena, const RemotePointer *pointer,
                         const RemoteGitObjectVec *objects, Str *id, Err *err)
{
    const GitTransport *transport = &remote_git_of(remote)->transport;
    Str manifest, list, tree_id;
    Buf lines = buf_open(arena, 0), tree = buf_open(arena, 0);
    for (size_t i = 0; i < objects->len; i++)
        buf_printf(&lines, "%.*s %llu %.*s\n", STR_ARG(objects->ptr[i].digest),
                   (unsigned long long)objects->ptr[i].size, STR_ARG(objects->ptr[i].id));
    if (!git_transport_write(transport, arena, "blob", pointer->manifest, &manifest, err) ||
        !git_transport_write(transport, arena, "blob", buf_str(&lines), &list, err))
        return false;
    put_entry(&tree, STR(REMOTE_GIT_MANIFEST), manifest);
    put_entry(&tree, STR(REMOTE_GIT_LIST), list);
    if (!git_transport_write(transport, arena, "tree", buf_str(&tree), &tree_id, err))
        return false;
    long long now = (long long)time(NULL);
    Str commit = str_format(arena,
                            "tree %.*s\nauthor index <fovea@invalid> %lld +0000\n"
                            "committer index <fovea@invalid> %lld +0000\n\nIndex %.*s\n",
                            STR_ARG(tree_id), now, now, STR_ARG(pointer->name));
    return git_transport_write(transport, arena, "commit", commit, id, err);
}

/* Whether the other repository already has the pointer in its wanted state. */
static bool is_put(const Remote *remote, Arena *arena, const RemotePointer *pointer, bool *same,
                   Err *err)
{
    const RemoteGitPointer *known = remote_git_find_pointer(remote, pointer->name);
    ProcResult result;
    bool found;
    uint64_t size;
    Str bytes;
    *same = false;
    if (!known)
        return true;
    Str question = str_format(arena, "%.*s:" REMOTE_GIT_MANIFEST "\n", STR_ARG(known->commit));
    if (!remote_git_read(remote, arena, question, pointer->manifest.len + REMOTE_GIT_HEAD_BYTES_MAX,
                         &result, err))
        return false;
    *same = remote_git_take_answer(&result.output, &found, &size, &bytes) && found &&
            str_equal(bytes, pointer->manifest);
    return true;
}

/* Writes the trees of the other repository that list the blobs, so that git push does not look for
   these blobs here. */
static bool write_known_trees(Remote *remote, Arena *arena, const RemoteGitObjectVec *objects,
                              Err *err)
{
    RemoteGit *git = remote_git_of(remote);
    for (size_t i = 0; i < objects->len; i++) {
        size_t at = objects->ptr[i].pointer;
        Str id;
        if (at == REMOTE_GIT_NO_POINTER || git->pointers.ptr[at].has_tree)
            continue;
        RemoteGitPointer *known = &git->pointers.ptr[at];
        if (!write_tree(remote, arena, known->objects.ptr, known->objects.len, &id, err))
            return false;
        known->has_tree = true;
    }
    return true;
}

typedef struct Push {
    GitWordVec leases; /* options, which come before the address */
    GitWordVec refs;
    RemoteGitObjectVec needed; /* blobs that are not here */
} Push;

static void put_lease(const Remote *remote, Arena *arena, Push *push, Str name)
{
    const RemoteGitPointer *known = remote_git_find_pointer(remote, name);
    git_words_put_text(arena, &push->leases,
                       str_format(arena, "--force-with-lease=" REMOTE_GIT_INDEX_REFS "%.*s:%.*s",
                                  STR_ARG(remote_git_ref_name(arena, name)),
                                  STR_ARG(known ? known->commit : STR(""))));
}

static void put_ref(Arena *arena, Push *push, Str object, Str space, Str ref)
{
    const Str parts[] = {object, STR(":"), space, ref};
    git_words_put_text(arena, &push->refs, str_join_all(arena, parts, COUNT(parts)));
}

/* Adds the two refs of a name to a push; empty objects delete them. */
static void put_refs(Arena *arena, Push *push, Str name, Str tree, Str commit)
{
    Str ref = remote_git_ref_name(arena, name);
    put_ref(arena, push, tree, STR(REMOTE_GIT_PACKS_REFS), ref);
    put_ref(arena, push, commit, STR(REMOTE_GIT_INDEX_REFS), ref);
}

static bool prepare(Remote *remote, Arena *arena, const RemotePointer *pointer, Push *push,
                    Err *err)
{
    RemoteGitObjectVec objects = {0};
    Str commit, tree;
    bool same;
    if (!is_put(remote, arena, pointer, &same, err) || same)
        return same;
    if (!list_objects(remote, arena, pointer->manifest, &objects, err) ||
        !write_known_trees(remote, arena, &objects, err) ||
        !write_tree(remote, arena, objects.ptr, objects.len, &tree, err) ||
        !write_commit(remote, arena, pointer, &objects, &commit, err))
        return false;
    for (size_t i = 0; i < objects.len; i++)
        if (objects.ptr[i].pointer != REMOTE_GIT_NO_POINTER)
            *VEC_PUSH(arena, &push->needed) = objects.ptr[i];
    put_lease(remote, arena, push, pointer->name);
    put_refs(arena, push, pointer->name, str_join(arena, STR("+"), tree), commit);
    return true;
}

/* The receiving side of a path in the repository's configuration: git there reads that path's
   configuration, too, and would run its hooks. */
#define CAREFUL_RECEIVER \
    "--receive-pack=git -c core.hooksPath=/dev/null -c core.alternateRefsCommand=: " \
    "-c receive.autogc=false -c gc.auto=0 receive-pack"

static bool run_push(const Remote *remote, Arena *arena, const Push *push, ProcResult *result,
                     Err *err)
{
    const RemoteGit *git = remote_git_of(remote);
    static const char *const options[] = {"push",
                                          "--porcelain",
                                          "--no-verify",
                                          "--no-signed",
                                          "--no-follow-tags",
                                          "--no-progress",
                                          "--recurse-submodules=no"};
    GitWordVec words = {0};
    for (size_t i = 0; i < COUNT(options); i++)
        git_words_put(arena, &words, options[i]);
    if (!git->cannot_push_at_once)
        git_words_put(arena, &words, "--atomic");
    if (git->transport.is_path)
        git_words_put(arena, &words, CAREFUL_RECEIVER);
    for (size_t i = 0; i < push->leases.len; i++)
        git_words_put(arena, &words, push->leases.ptr[i]);
    git_words_put(arena, &words, "--");
    git_words_put_text(arena, &words, git->transport.url);
    for (size_t i = 0; i < push->refs.len; i++)
        git_words_put(arena, &words, push->refs.ptr[i]);
    git_words_put(arena, &words, NULL);
    GitTransportAsk ask = {.words = words.ptr, .with_errors = true};
    return git_transport_run(&git->transport, arena, &ask, result, err);
}

static bool says(Str output, const char *const *signs)
{
    for (; *signs; signs++)
        if (str_find(output, str_from(*signs)) != STR_NONE)
            return true;
    return false;
}

/* Whether another publisher was faster. */
static bool is_conflict(Str output)
{
    static const char *const signs[] = {"(stale info)",
                                        "cannot lock ref",
                                        "failed to update ref",
                                        "atomic transaction failed",
                                        "reference already exists",
                                        "(fetch first)",
                                        NULL};
    return says(output, signs);
}

/* Whether git did not find blobs expected in the other repository. */
static bool lacks_objects(Str output)
{
    static const char *const signs[] = {"unable to read", "bad object", "missing necessary objects",
                                        "missing blob", NULL};
    return says(output, signs);
}

/* Fetches the blobs of a push that are missing here, so that it can send them itself. */
static bool fetch_needed(Remote *remote, Arena *arena, const Push *push, Err *err)
{
    const RemoteGitObject **objects = NEW(arena, const RemoteGitObject *, push->needed.len + 1);
    for (size_t i = 0; i < push->needed.len; i++)
        objects[i] = &push->needed.ptr[i];
    if (!remote_git_fetch_blobs(remote, arena, objects, push->needed.len, err))
        return false;
    for (size_t i = 0; i < push->needed.len; i++) {
        RemoteGitObject here = push->needed.ptr[i];
        here.pointer = REMOTE_GIT_NO_POINTER;
        remote_git_note(remote, &here);
    }
    return true;
}

/* ---- uploads ---- */

static bool name_upload(Remote *remote, Err *err)
{
    RemoteGit *git = remote_git_of(remote);
    uint64_t random = 0;
    if (git->upload.len)
        return true;
    if (getrandom(&random, sizeof random, 0) != sizeof random)
        return err_set(err, ERR_FAILED, "the system provides no random numbers");
    git->upload =
        str_format(remote->arena, REMOTE_GIT_UPLOAD_PREFIX "%016llx", (unsigned long long)random);
    return true;
}

bool remote_git_upload(Remote *remote, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    RemoteGit *git = remote_git_of(remote);
    RemoteGitObjectVec objects = {0};
    Push push = {0};
    ProcResult result;
    Str tree, commit;
    arena_open(&scratch, 0);
    for (size_t i = 0; i < git->objects.len; i++) {
        const RemoteGitObject *object =
            (const RemoteGitObject *)(uintptr_t)git->objects.entries[i].value;
        if (object->pointer == REMOTE_GIT_NO_POINTER)
            *VEC_PUSH(&scratch, &objects) = *object;
    }
    if (objects.len)
        qsort(objects.ptr, objects.len, sizeof *objects.ptr, compare_objects);
    if (!name_upload(remote, err))
        return false;
    RemotePointer pointer = {.name = git->upload};
    if (!write_tree(remote, &scratch, objects.ptr, objects.len, &tree, err) ||
        !write_commit(remote, &scratch, &pointer, &objects, &commit, err))
        return false;
    put_refs(&scratch, &push, git->upload, str_join(&scratch, STR("+"), tree),
             str_join(&scratch, STR("+"), commit));
    git->unsent = 0;
    return run_push(remote, &scratch, &push, &result, err);
}

/* Drops this publisher's upload, and those whose blobs it took. Uploads that a server refuses to
   delete stay until they are pruned. */
static void drop_uploads(Remote *remote, Arena *arena, const Push *done)
{
    const RemoteGit *git = remote_git_of(remote);
    Map names = map_open(arena);
    Push push = {0};
    ProcResult result;
    Err ignored;
    if (git->upload.len)
        *map_put(&names, git->upload, NULL) = 1;
    for (size_t i = 0; i < done->needed.len; i++) {
        const RemoteGitPointer *source = &git->pointers.ptr[done->needed.ptr[i].pointer];
        if (source->is_upload)
            *map_put(&names, source->name, NULL) = 1;
    }
    for (size_t i = 0; i < names.len; i++)
        put_refs(arena, &push, names.entries[i].key, (Str){0}, (Str){0});
    if (push.refs.len)
        (void)!run_push(remote, arena, &push, &result, &ignored);
}

/* ---- pointers ---- */

static bool wait_a_while(const Remote *remote, unsigned attempt, Err *err)
{
    unsigned random = 0;
    (void)!getrandom(&random, sizeof random, 0);
    proc_sleep_ms((int)(random % (WAIT_STEP_MS * (attempt + 1))));
    return remote_go_on(remote, err);
}

/* Handles the answer to a failed push before another attempt. False if another attempt is
   useless. */
static bool recover(Remote *remote, Arena *arena, const Push *push, Str output, unsigned attempt,
                    Err *err)
{
    RemoteGit *git = remote_git_of(remote);
    if (!git->cannot_push_at_once && str_find(output, STR("support --atomic")) != STR_NONE)
        return git->cannot_push_at_once = true;
    git->is_current = false;
    if (is_conflict(output))
        return wait_a_while(remote, attempt, err) && remote_git_fetch_all(remote, err);
    if (lacks_objects(output) && push->needed.len)
        return fetch_needed(remote, arena, push, err) && remote_git_fetch_all(remote, err);
    return remote_git_fail(remote, output, err);
}

bool remote_git_pointers_put(Remote *remote, const RemotePointer *pointers, size_t count, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    RemoteGit *git = remote_git_of(remote);
    arena_open(&scratch, 0);
    if (!remote_git_fetch_all(remote, err))
        return false;
    for (unsigned attempt = 0; attempt < PUSH_TRIES_MAX; attempt++) {
        Push push = {0};
        ProcResult result;
        arena_reset(&scratch);
        for (size_t i = 0; i < count; i++)
            if (!prepare(remote, &scratch, &pointers[i], &push, err))
                return false;
        if (!push.refs.len)
            return true;
        if (!remote_go_on(remote, err) || !run_push(remote, &scratch, &push, &result, err))
            return false;
        if (!result.exit_code) {
            drop_uploads(remote, &scratch, &push);
            git->is_current = false;
            return true;
        }
        if (!recover(remote, &scratch, &push, result.output, attempt, err))
            return false;
    }
    remote_fail(remote, ERR_FAILED, err, "other publishers were always faster");
    return err_hint(err, "push again");
}

/* ---- pruning ---- */

/* Bytes of the blobs that only dropped pointers list. */
static uint64_t count_freed(const Remote *remote, Arena *arena, const bool *dropped)
{
    const RemoteGit *git = remote_git_of(remote);
    Map seen = map_open(arena);
    uint64_t freed = 0;
    for (unsigned pass = 0; pass < 2; pass++) /* the kept ones come first */
        for (size_t i = 0; i < git->pointers.len; i++) {
            const RemoteGitPointer *known = &git->pointers.ptr[i];
            for (size_t j = 0; dropped[i] == pass && j < known->objects.len; j++) {
                bool added;
                map_put(&seen, known->objects.ptr[j].digest, &added);
                freed += added && pass ? known->objects.ptr[j].size : 0;
            }
        }
    return freed;
}

/* Chooses the pointers to drop: those of commits beyond the most recent, and uploads whose
   publisher has given up. */
static const bool *choose_dropped(const Remote *remote, Arena *arena, size_t keep)
{
    const RemoteGit *git = remote_git_of(remote);
    bool *dropped = NEW(arena, bool, git->pointers.len + 1);
    uint64_t now = (uint64_t)time(NULL);
    size_t commits = 0;
    for (size_t i = 0; i < git->pointers.len; i++) {
        const RemoteGitPointer *known = &git->pointers.ptr[i];
        if (known->is_upload)
            dropped[i] = known->seconds + REMOTE_GRACE_SECONDS < now;
        else if (remote_name_is_commit(known->name))
            dropped[i] = commits++ >= keep;
    }
    return dropped;
}

static bool drop_pointers(const Remote *remote, Arena *arena, Push *push, Err *err)
{
    ProcResult result;
    if (!push->refs.len)
        return true;
    if (!remote_go_on(remote, err) || !run_push(remote, arena, push, &result, err))
        return false;
    *push = (Push){0};
    return !result.exit_code || remote_git_fail(remote, result.output, err);
}

bool remote_git_prune(Remote *remote, size_t keep, uint64_t *freed, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    RemoteGit *git = remote_git_of(remote);
    Push push = {0};
    arena_open(&scratch, 0);
    git->is_current = false;
    if (!remote_git_fetch_all(remote, err))
        return false;
    const bool *dropped = choose_dropped(remote, &scratch, keep);
    uint64_t bytes = count_freed(remote, &scratch, dropped);
    for (size_t i = 0; i < git->pointers.len; i++) {
        if (dropped[i]) {
            put_lease(remote, &scratch, &push, git->pointers.ptr[i].name);
            put_refs(&scratch, &push, git->pointers.ptr[i].name, (Str){0}, (Str){0});
        }
        if (push.refs.len >= DROPS_MAX && !drop_pointers(remote, &scratch, &push, err))
            return false;
    }
    git->is_current = false;
    *freed = bytes;
    return drop_pointers(remote, &scratch, &push, err);
}
