/* The index against the work tree. Several threads stat the tracked files; the first of them also
   lists directories for untracked ones. A file whose times differ from the index, or that was
   written no earlier than the index, may have changed. The caller finds out whether its content
   differs. */
#include "git/library.h"

#include "base/parallel.h"
#include "base/path.h"
#include "git/directory_cache.h"
#include "git/ignores.h"
#include "git/user_config.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

/* Entries that a thread takes at a time, and the minimum for more than one thread. */
#define ENTRIES_AT_ONCE 256
#define ENTRIES_FOR_THREADS 1000

typedef enum Fate {
    FATE_SAME,
    FATE_GONE,
    FATE_UNSURE,
} Fate;

typedef struct Looked {
    const git_index_entry *entry;
    Fate fate;
} Looked;
typedef VEC(Looked) LookedVec;

typedef struct Frame {
    Str path;
    NameVec names;
    size_t at;
    size_t ignore_len; /* length of the stack of rules when the directory is left */
} Frame;

typedef struct Looks {
    GitObjects *objects;
    Arena *arena;
    Arena *scratch;
    const GitRange *range;
    FsTree tree;
    struct stat index; /* the index file */
    bool ignores_modes;
    LookedVec entries; /* by path */
    atomic_size_t next;
    Ignores ignores;
    VEC(Frame) frames;
    GitChangeVec *changes;
} Looks;

/* ---- tracked files ---- */

static bool is_time(git_index_time time, const struct timespec *is)
{
    return time.seconds == (int32_t)is->tv_sec && time.nanoseconds == (uint32_t)is->tv_nsec;
}

static bool is_before_index(const struct timespec *time, const struct timespec *index)
{
    return time->tv_sec != index->tv_sec ? time->tv_sec < index->tv_sec
                                         : time->tv_nsec < index->tv_nsec;
}

static bool is_mode(const Looks *looks, unsigned stored, unsigned mode)
{
    if (S_ISLNK(mode))
        return stored == GIT_MODE_LINK;
    bool executable = stored == GIT_MODE_EXECUTABLE;
    return S_ISREG(mode) && (executable || stored == GIT_MODE_FILE) &&
           (looks->ignores_modes || executable == ((mode & S_IXUSR) != 0));
}

static Fate fate_of(const Looks *looks, const git_index_entry *entry, int directory,
                    const char *name)
{
    struct stat info;
    if (directory < 0 || fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) != 0 ||
        S_ISDIR(info.st_mode))
        return entry->flags_extended & GIT_INDEX_ENTRY_SKIP_WORKTREE ? FATE_SAME : FATE_GONE;
    bool same =
        !git_index_entry_stage(entry) && !(entry->flags_extended & GIT_INDEX_ENTRY_INTENT_TO_ADD) &&
        is_mode(looks, entry->mode, info.st_mode) && entry->file_size == (uint32_t)info.st_size &&
        is_time(entry->mtime, &info.st_mtim) && is_time(entry->ctime, &info.st_ctim) &&
        entry->ino == (uint32_t)info.st_ino &&
        is_before_index(&info.st_mtim, &looks->index.st_mtim);
    return same ? FATE_SAME : FATE_UNSURE;
}

/* The directory with its trailing slash; empty for the root. */
static Str directory_of(Str path)
{
    size_t slash = str_find_last_byte(path, '/');
    return str_slice(path, 0, slash == STR_NONE ? 0 : slash + 1);
}

static void look_at_some(Looks *looks, size_t from, size_t end)
{
    Str directory = {0};
    int fd = looks->tree.fd;
    for (size_t i = from; i < end; i++) {
        Looked *looked = &looks->entries.ptr[i];
        Str path = str_from(looked->entry->path), its = directory_of(path);
        if (!str_equal(its, directory)) {
            if (fd >= 0 && fd != looks->tree.fd)
                close(fd);
            directory = its;
            fd = its.len ? fs_tree_directory(&looks->tree, str_slice(its, 0, its.len - 1))
                         : looks->tree.fd;
        }
        looked->fate = fate_of(looks, looked->entry, fd, looked->entry->path + its.len);
    }
    if (fd >= 0 && fd != looks->tree.fd)
        close(fd);
}

/* ---- untracked files ---- */

/* The first entry that is not before the path. */
static size_t lower_bound(const Looks *looks, Str path)
{
    size_t from = 0, end = looks->entries.len;
    while (from < end) {
        size_t middle = from + (end - from) / 2;
        if (str_compare(str_from(looks->entries.ptr[middle].entry->path), path) < 0)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

/* Whether the index has the path, as a file or, for a directory, as a submodule. */
static bool is_tracked(const Looks *looks, Str path, bool directory)
{
    size_t at = lower_bound(looks, path);
    if (at >= looks->entries.len)
        return false;
    const git_index_entry *entry = looks->entries.ptr[at].entry;
    return str_equal(str_from(entry->path), path) && (!directory || entry->mode == GIT_MODE_COMMIT);
}

static bool holds_tracked(const Looks *looks, Str path)
{
    Str below = str_join(looks->scratch, path, STR("/"));
    size_t at = lower_bound(looks, below);
    return at < looks->entries.len &&
           str_starts(str_from(looks->entries.ptr[at].entry->path), below);
}

static void add_untracked(Looks *looks, Str path)
{
    GitSide side = {.path = path, .working = true};
    if (!git_objects_is_wanted(looks->range, path, false) ||
        !git_objects_look(looks->objects, looks->scratch, &side))
        return;
    side.path = str_copy(looks->arena, side.path);
    side.id = str_copy(looks->arena, side.id);
    *VEC_PUSH(looks->arena, looks->changes) = (GitChange){.new = side};
}

static bool is_ignored(const Looks *looks, Str path, bool directory)
{
    const IgnoreFile *file = NULL;
    return ignores_find(&looks->ignores, *looks->scratch, path, directory, &file) != NULL;
}

/* Whether it is a nested repository, which counts as one file. */
static bool is_nested(const Looks *looks, Str path)
{
    GitRepo nested;
    Err ignored;
    Str full = path_join(looks->scratch, looks->objects->root, path);
    return git_repo_find(looks->scratch, full, &nested, &ignored) && str_equal(nested.root, full) &&
           nested.directory.len;
}

static void enter(Looks *looks, Str path)
{
    Frame frame = {.path = path, .ignore_len = looks->ignores.stack.len};
    if (looks->frames.len >= WALK_DEPTH_MAX ||
        !directory_cache_read(NULL, looks->scratch, looks->tree.fd, path, path, &frame.names))
        return;
    if (path.len && directory_cache_find(&frame.names, STR(".git")) &&
        !holds_tracked(looks, path) && is_nested(looks, path)) {
        add_untracked(looks, path);
        return;
    }
    const ListedName *rules = directory_cache_find(&frame.names, STR(".gitignore"));
    if (rules && rules->kind == NAME_FILE) {
        Str directory = path_join(looks->scratch, looks->objects->root, path);
        ignores_push(
            looks->scratch, &looks->ignores, path,
            path_join(looks->scratch, path.len ? directory : looks->objects->root, rules->text));
    }
    *VEC_PUSH(looks->scratch, &looks->frames) = frame;
}

static void visit(Looks *looks, Str directory, const ListedName *name)
{
    bool folder = name->kind == NAME_DIRECTORY;
    if (str_equal(name->text, STR(".git")))
        return;
    Str path = directory.len ? path_join(looks->scratch, directory, name->text) : name->text;
    if (!git_objects_is_wanted(looks->range, path, folder) || is_tracked(looks, path, folder) ||
        is_ignored(looks, path, folder))
        return;
    if (folder)
        enter(looks, path);
    else
        add_untracked(looks, path);
}

static void list_untracked(Looks *looks)
{
    const GitRepo *repo = &looks->objects->repo;
    ignores_push(looks->scratch, &looks->ignores, (Str){0},
                 user_config_excludes(looks->scratch, repo));
    ignores_push(looks->scratch, &looks->ignores, (Str){0},
                 path_join(looks->scratch, repo->common, STR("info/exclude")));
    enter(looks, (Str){0});
    while (looks->frames.len && looks->changes->len <= GIT_CHANGES_MAX) {
        Frame *frame = &looks->frames.ptr[looks->frames.len - 1];
        if (frame->at < frame->names.len) {
            visit(looks, frame->path, &frame->names.ptr[frame->at++]);
            continue;
        }
        looks->ignores.stack.len = frame->ignore_len;
        looks->frames.len--;
    }
}

static void look(void *state, unsigned part)
{
    Looks *looks = state;
    size_t from, count = looks->entries.len;
    if (!part)
        list_untracked(looks);
    while ((from = atomic_fetch_add(&looks->next, ENTRIES_AT_ONCE)) < count)
        look_at_some(looks, from, MIN(from + ENTRIES_AT_ONCE, count));
}

/* ---- both ---- */

static int compare_entries(const void *a, const void *b)
{
    const Looked *x = a, *y = b;
    int order = strcmp(x->entry->path, y->entry->path);
    return order ? order : git_index_entry_stage(x->entry) - git_index_entry_stage(y->entry);
}

/* Takes the entries sorted by path, even if the index ignores case. */
static void take_entries(Looks *looks, git_index *index)
{
    LookedVec *entries = &looks->entries;
    bool sorted = true;
    for (size_t i = 0; i < git_index_entrycount(index); i++) {
        const git_index_entry *entry = git_index_get_byindex(index, i);
        *VEC_PUSH(looks->arena, entries) = (Looked){.entry = entry};
        sorted = sorted && (!i || strcmp(entries->ptr[i - 1].entry->path, entry->path) <= 0);
    }
    if (!sorted)
        qsort(entries->ptr, entries->len, sizeof *entries->ptr, compare_entries);
}

/* Also compares files with git's assume-unchanged bit: the diff must show their changes. */
static void add_tracked(Looks *looks)
{
    for (size_t i = 0; i < looks->entries.len; i++) {
        const Looked *looked = &looks->entries.ptr[i];
        const git_index_entry *entry = looked->entry;
        Str path = str_from(entry->path);
        bool again = i && strcmp(looks->entries.ptr[i - 1].entry->path, entry->path) == 0;
        if (again || looked->fate == FATE_SAME || entry->mode == GIT_MODE_COMMIT ||
            !git_objects_is_wanted(looks->range, path, false))
            continue;
        path = str_copy(looks->arena, path);
        GitSide old = {
            .path = path, .mode = entry->mode, .id = git_library_id(looks->arena, &entry->id)};
        GitSide new = {.path = path, .working = true};
        if (looked->fate == FATE_GONE || !git_objects_look(looks->objects, looks->arena, &new))
            new = (GitSide){0};
        else if (looks->ignores_modes && (old.mode & 0170000) == (new.mode & 0170000))
            new.mode = old.mode;
        *VEC_PUSH(looks->arena, looks->changes) =
            (GitChange){.old = old, .new = new, .conflicted = git_index_entry_stage(entry) != 0};
    }
}

static bool ignores_modes(GitObjects *objects)
{
    git_config *config = NULL;
    int kept = true;
    if (git_repository_config_snapshot(&config, objects->library) == 0)
        (void)git_config_get_bool(&kept, config, "core.filemode");
    git_config_free(config);
    return !kept;
}

bool git_library_look(GitObjects *objects, Arena *arena, const GitRange *range, git_index *index,
                      GitChangeVec *changes, Err *err)
{
    FsPolicy policy = {0};
    Arena scratch;
    Looks looks = {.objects = objects, .arena = arena, .range = range, .changes = changes};
    if (!fs_tree_open(arena, &policy, objects->root, &looks.tree, err))
        return false;
    arena_open(&scratch, 0);
    looks.scratch = &scratch;
    looks.ignores_modes = ignores_modes(objects);
    if (stat(git_index_path(index), &looks.index) != 0)
        looks.index = (struct stat){0};
    take_entries(&looks, index);
    parallel_run(looks.entries.len < ENTRIES_FOR_THREADS ? 1 : parallel_cores(), look, &looks);
    add_tracked(&looks);
    arena_close(&scratch);
    fs_tree_close(&looks.tree);
    return changes->len <= GIT_CHANGES_MAX || git_objects_too_many("files differ", err);
}
