/* Pointers of a git repository as a remote (remote_git.c has the layout): fetching their commits
   and lists of blobs. A reader of a single pointer fetches only that; a reader of several, and
   every publisher, fetches all of them at once. */
#include "share/remote_git.h"

#include "base/buf.h"
#include "base/proc.h"
#include "git/git_program.h"

/* All pointers' commits together, some KB each; prune keeps their number small. */
#define POINTERS_BYTES_MAX (256 * MB)

/* ---- names of refs ---- */

Str remote_git_ref_name(Arena *arena, Str name)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < name.len; i++) {
        Str rest = str_from_offset(name, i);
        bool escaped = str_starts(rest, STR("..")) || str_equal(rest, STR(".lock")) ||
                       str_equal(rest, STR("."));
        if (escaped)
            buf_put(&out, STR("%2E"));
        else
            buf_put_byte(&out, name.ptr[i]);
    }
    return buf_str(&out);
}

static Str name_of_ref(Arena *arena, Str ref)
{
    Buf out = buf_open(arena, 0);
    for (size_t i = 0; i < ref.len; i++) {
        bool escaped = str_starts(str_from_offset(ref, i), STR("%2E"));
        buf_put_byte(&out, escaped ? '.' : ref.ptr[i]);
        i += escaped ? 2 : 0;
    }
    return buf_str(&out);
}

/* ---- fetching ---- */

bool remote_git_fetch(const Remote *remote, Arena *arena, const RemoteGitFetch *what,
                      ProcResult *result, Err *err)
{
    const GitTransport *transport = &remote_git_of(remote)->transport;
    GitWordVec words = {0};
    static const char *const options[] = {
        "fetch",        "--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules",
        "--no-auto-gc", "--prune", "--refmap="};
    for (size_t i = 0; i < COUNT(options); i++)
        git_words_put(arena, &words, options[i]);
    if (what->ids.len)
        git_words_put(arena, &words, "--stdin");
    git_words_put(arena, &words, "--");
    git_words_put_text(arena, &words, transport->url);
    for (size_t i = 0; i < what->refs.len; i++)
        git_words_put(arena, &words, what->refs.ptr[i]);
    git_words_put(arena, &words, NULL);
    GitTransportAsk ask = {
        .words = words.ptr, .input = what->ids, .file_max = what->file_max, .with_errors = true};
    return git_transport_run(transport, arena, &ask, result, err);
}

bool remote_git_take_answer(Str *rest, bool *found, uint64_t *size, Str *bytes)
{
    Str line, id, type;
    *found = false;
    *bytes = (Str){0};
    *size = 0;
    if (!str_take_until(rest, '\n', &line))
        return false;
    if (!str_take_until(&line, ' ', &id) || !git_transport_is_id(id) ||
        !str_take_until(&line, ' ', &type) || !str_parse_u64(line, size))
        return true;
    *bytes = str_slice(*rest, 0, (size_t)MIN(*size, (uint64_t)rest->len));
    *rest = str_from_offset(*rest, bytes->len + 1);
    *found = str_equal(type, STR("blob"));
    return true;
}

bool remote_git_read(const Remote *remote, Arena *arena, Str questions, size_t output_max,
                     ProcResult *result, Err *err)
{
    static const char *const words[] = {"cat-file", "--batch", NULL};
    GitTransportAsk ask = {.words = words,
                           .input = questions,
                           .output_max = output_max + FS_BLOCK_BYTES}; /* read by blocks */
    return git_transport_run(&remote_git_of(remote)->transport, arena, &ask, result, err);
}

/* Parses a pointer's list of blobs. False if it is not sorted by digest, as publishers write it. */
static bool parse_list(Arena *arena, Str list, size_t pointer, RemoteGitPointer *known)
{
    Str line, digest, size, before = {0};
    known->objects.len = 0;
    while (str_take_line(&list, &line)) {
        RemoteGitObject object = {.pointer = pointer};
        if (!str_take_until(&line, ' ', &digest) || !remote_digest_is_valid(digest) ||
            !str_take_until(&line, ' ', &size) || !str_parse_u64(size, &object.size) ||
            !git_transport_is_id(line) || line.len != known->commit.len ||
            (before.len && str_compare(before, digest) >= 0)) {
            known->objects.len = 0;
            return false;
        }
        object.digest = before = digest;
        object.id = line;
        *VEC_PUSH(arena, &known->objects) = object;
    }
    return true;
}

void remote_git_note(Remote *remote, const RemoteGitObject *object)
{
    RemoteGit *git = remote_git_of(remote);
    bool added;
    uint64_t *entry = map_put(&git->objects, object->digest, &added);
    RemoteGitObject *old = added ? NULL : (RemoteGitObject *)(uintptr_t)*entry;
    if (old && (old->pointer == REMOTE_GIT_NO_POINTER || object->pointer != REMOTE_GIT_NO_POINTER))
        return;
    RemoteGitObject *copy = NEW(remote->arena, RemoteGitObject, 1);
    *copy = *object;
    *entry = (uint64_t)(uintptr_t)copy;
}

const RemoteGitObject *remote_git_find(const Remote *remote, const RemoteBlob *blob)
{
    const uint64_t *entry = map_find(&remote_git_of(remote)->objects, blob->digest);
    const RemoteGitObject *object = entry ? (const RemoteGitObject *)(uintptr_t)*entry : NULL;
    return object && object->size == blob->size ? object : NULL;
}

static int rank(const RemoteGitPointer *pointer)
{
    return pointer->is_upload ? 2 : remote_name_is_commit(pointer->name);
}

static int compare_known(const void *a, const void *b)
{
    const RemoteGitPointer *left = a, *right = b;
    int order = rank(left) - rank(right);
    if (order)
        return order;
    if (left->seconds != right->seconds)
        return left->seconds > right->seconds ? -1 : 1;
    return str_compare(left->name, right->name);
}

/* Lists the fetched refs of pointers. */
static bool list_refs(Remote *remote, Err *err)
{
    static const char *const words[] = {"for-each-ref",
                                        "--format=%(objectname) %(committerdate:unix) %(refname)",
                                        REMOTE_GIT_INDEX_REFS, NULL};
    Arena *arena = remote->arena;
    RemoteGit *git = remote_git_of(remote);
    ProcResult result;
    Str line, commit, seconds;
    GitTransportAsk ask = {.words = words};
    if (!git_transport_must(&git->transport, arena, &ask, &result, err))
        return false;
    git->pointers.len = 0;
    while (str_take_line(&result.output, &line)) {
        RemoteGitPointer known = {0};
        if (!str_take_until(&line, ' ', &commit) || !str_take_until(&line, ' ', &seconds) ||
            !str_starts(line, STR(REMOTE_GIT_INDEX_REFS)))
            continue;
        known.commit = commit;
        known.name = name_of_ref(arena, str_from_offset(line, STR(REMOTE_GIT_INDEX_REFS).len));
        (void)!str_parse_u64(seconds, &known.seconds);
        known.is_upload = str_starts(known.name, STR(REMOTE_GIT_UPLOAD_PREFIX));
        if (known.is_upload || remote_name_is_valid(known.name))
            *VEC_PUSH(arena, &git->pointers) = known;
    }
    if (git->pointers.len)
        qsort(git->pointers.ptr, git->pointers.len, sizeof(RemoteGitPointer), compare_known);
    return true;
}

/* Reads the lists of all fetched pointers. */
static bool read_lists(Remote *remote, Err *err)
{
    Arena *arena = remote->arena;
    RemoteGit *git = remote_git_of(remote);
    Buf questions = buf_open(arena, 0);
    ProcResult result;
    bool found;
    uint64_t size;
    Str list;
    for (size_t i = 0; i < git->pointers.len; i++)
        buf_printf(&questions, "%.*s:" REMOTE_GIT_LIST "\n", STR_ARG(git->pointers.ptr[i].commit));
    if (!git->pointers.len)
        return true;
    if (!remote_git_read(remote, arena, buf_str(&questions), POINTERS_BYTES_MAX, &result, err))
        return false;
    if (result.cut)
        return remote_fail(remote, ERR_FAILED, err, "its pointers together are too large");
    for (size_t i = 0; i < git->pointers.len; i++) {
        RemoteGitPointer *known = &git->pointers.ptr[i];
        if (!remote_git_take_answer(&result.output, &found, &size, &list))
            break;
        if (found && list.len == size && parse_list(arena, list, i, known))
            for (size_t j = 0; j < known->objects.len; j++)
                remote_git_note(remote, &known->objects.ptr[j]);
    }
    return true;
}

/* Drops the knowledge of the other repository's blobs, but not of those written here. */
static void forget(Remote *remote)
{
    RemoteGit *git = remote_git_of(remote);
    Map old = git->objects;
    git->objects = map_open(remote->arena);
    for (size_t i = 0; i < old.len; i++) {
        const RemoteGitObject *object = (const RemoteGitObject *)(uintptr_t)old.entries[i].value;
        if (object->pointer == REMOTE_GIT_NO_POINTER)
            remote_git_note(remote, object);
    }
}

/* Fetches one pointer, or, with an empty name, all. *found is false if no pointer has that name. */
static bool fetch_pointers(Remote *remote, Str name, bool *found, Err *err)
{
    Arena *arena = remote->arena;
    RemoteGitFetch what = {.file_max = POINTERS_BYTES_MAX};
    ProcResult result;
    Str ref = name.len ? remote_git_ref_name(arena, name) : STR("*");
    git_words_put_text(arena, &what.refs,
                       str_format(arena,
                                  "+" REMOTE_GIT_INDEX_REFS "%.*s:" REMOTE_GIT_INDEX_REFS "%.*s",
                                  STR_ARG(ref), STR_ARG(ref)));
    *found = false;
    if (!remote_git_fetch(remote, arena, &what, &result, err))
        return false;
    if (result.exit_code && name.len &&
        str_find(result.output, STR("couldn't find remote ref")) != STR_NONE)
        return true;
    if (result.exit_code)
        return remote_git_fail(remote, result.output, err);
    forget(remote);
    return *found = list_refs(remote, err) && read_lists(remote, err);
}

bool remote_git_fetch_all(Remote *remote, Err *err)
{
    RemoteGit *git = remote_git_of(remote);
    bool found;
    if (!git->is_current)
        git->is_current = fetch_pointers(remote, (Str){0}, &found, err);
    return git->is_current;
}

const RemoteGitPointer *remote_git_find_pointer(const Remote *remote, Str name)
{
    const RemoteGit *git = remote_git_of(remote);
    for (size_t i = 0; i < git->pointers.len; i++)
        if (str_equal(git->pointers.ptr[i].name, name))
            return &git->pointers.ptr[i];
    return NULL;
}

/* Fetches a pointer unless known. Publishers, and readers of several pointers, get all at once. */
static bool look_up(Remote *remote, Str name, const RemoteGitPointer **known, Err *err)
{
    RemoteGit *git = remote_git_of(remote);
    bool found;
    *known = NULL;
    if (remote->options.write || git->has_missed) {
        if (!remote_git_fetch_all(remote, err))
            return false;
        *known = remote_git_find_pointer(remote, name);
        return true;
    }
    if (!fetch_pointers(remote, name, &found, err))
        return false;
    *known = found ? remote_git_find_pointer(remote, name) : NULL;
    git->has_missed = !*known;
    return true;
}

bool remote_git_pointer_get(Remote *remote, Arena *arena, Str name, bool *found, Str *manifest,
                            Err *err)
{
    const RemoteGitPointer *known;
    ProcResult result;
    uint64_t size;
    *found = false;
    if (!look_up(remote, name, &known, err))
        return false;
    if (!known)
        return true;
    Str question = str_format(arena, "%.*s:" REMOTE_GIT_MANIFEST "\n", STR_ARG(known->commit));
    size_t most = REMOTE_MANIFEST_BYTES_MAX + REMOTE_GIT_HEAD_BYTES_MAX;
    if (!remote_git_read(remote, arena, question, most, &result, err))
        return false;
    bool answered = remote_git_take_answer(&result.output, found, &size, manifest);
    if (result.cut || size > REMOTE_MANIFEST_BYTES_MAX)
        return remote_fail(remote, ERR_FAILED, err, "the manifest of '%.*s' is larger than 4 MB",
                           STR_ARG(name));
    return (answered && *found) ||
           remote_fail(remote, ERR_FAILED, err, "the ref of '%.*s' is not of an index",
                       STR_ARG(name));
}
