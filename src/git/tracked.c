/* The list comes from git's index, or from the program git for an index in another form. It is
   sorted, so the walk merges it with the directories. Threads stat the files in runs of one
   directory each, since a path below an open directory resolves faster. */
#include "git/tracked.h"

#include "base/fs.h"
#include "base/path.h"
#include "git/git_program.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* Entries that a thread takes at a time. */
#define STAT_FILES 256
/* From this many files in one directory, opening it first pays off. */
#define STAT_NEIGHBOURS 16

/* Asks the program git, for an index in a form that is not supported here. The repository's
   configuration names programs (file monitor, transports of a partial clone); they must not run. */
static bool ask_git(Arena *arena, const GitRepo *repo, GitEntryVec *entries, Err *err)
{
    static const char *const words[] = {"ls-files", "-z", NULL};
    GitProgram program;
    ProcResult result;
    *entries = (GitEntryVec){0};
    if (git_repo_would_hang(arena, repo) || !proc_exists("git"))
        return true;
    if (!git_program_open(arena, repo, &program, err) ||
        !git_program_run(&program, arena, &(GitAsk){.words = words}, &result, err))
        return false;
    Str rest = result.output, path;
    while (str_take_until(&rest, '\0', &path))
        *VEC_PUSH(arena, entries) = (GitEntry){.path = path};
    return true;
}

static int compare_entries(const void *a, const void *b)
{
    return str_compare(((const GitEntry *)a)->path, ((const GitEntry *)b)->path);
}

/* Git writes the index sorted; a damaged one may have any order. */
static void sort_entries(GitEntryVec *entries)
{
    bool sorted = true;
    for (size_t i = 1; i < entries->len && sorted; i++)
        sorted = str_compare(entries->ptr[i - 1].path, entries->ptr[i].path) < 0;
    if (sorted)
        return;
    qsort(entries->ptr, entries->len, sizeof *entries->ptr, compare_entries);
    size_t kept = 0;
    for (size_t i = 0; i < entries->len; i++)
        if (!kept || !str_equal(entries->ptr[kept - 1].path, entries->ptr[i].path))
            entries->ptr[kept++] = entries->ptr[i];
    entries->len = kept;
}

/* Keeps the entries below one directory and makes them relative to it. */
static void narrow_entries(GitEntryVec *entries, Str directory)
{
    size_t kept = 0, skip = directory.len + 1;
    for (size_t i = 0; i < entries->len; i++) {
        Str path = entries->ptr[i].path;
        if (path.len > skip && path_is_inside(path, directory))
            entries->ptr[kept++].path = str_from_offset(path, skip);
    }
    entries->len = kept;
}

bool tracked_read(Arena *arena, const GitRepo *repo, Tracked *tracked, Err *err)
{
    bool known = !git_repo_is_sha256(arena, repo);
    *tracked = (Tracked){.root_fd = -1};
    if (known && repo->directory.len &&
        !index_file_read(arena, repo->directory, &tracked->entries, &known, err))
        return false;
    if (known && repo->part.len)
        narrow_entries(&tracked->entries, repo->part);
    if (!known && !ask_git(arena, repo, &tracked->entries, err))
        return false;
    sort_entries(&tracked->entries);
    tracked->seen = NEW(arena, bool, tracked->entries.len + 1);
    return true;
}

void tracked_forget(Arena *arena, Tracked *tracked)
{
    *tracked = (Tracked){.root_fd = -1, .seen = NEW(arena, bool, 1)};
}

/* The first of the entries before `end` that is not before the path. */
static size_t lower_bound(const GitEntryVec *entries, size_t end, Str path)
{
    size_t from = 0;
    while (from < end) {
        size_t middle = from + (end - from) / 2;
        if (str_compare(entries->ptr[middle].path, path) < 0)
            from = middle + 1;
        else
            end = middle;
    }
    return from;
}

size_t tracked_take(Tracked *tracked, Str path)
{
    const GitEntryVec *entries = &tracked->entries;
    size_t at = tracked->at;
    int order = -1;
    if (at && str_compare(entries->ptr[at - 1].path, path) >= 0)
        at = lower_bound(entries, at, path);
    while (at < entries->len && (order = str_compare(entries->ptr[at].path, path)) < 0)
        at++;
    tracked->at = at + (order == 0);
    if (order)
        return 0;
    tracked->seen[at] = true;
    return at + 1;
}

void tracked_prepare(Arena *arena, Tracked *tracked, int root_fd)
{
    tracked->root_fd = root_fd;
    tracked->stats = NEW(arena, WalkFile, tracked->entries.len + 1);
}

void walk_stat(int root_fd, const char *path, WalkFile *file)
{
    struct stat info;
    bool there = fstatat(root_fd, path, &info, AT_SYMLINK_NOFOLLOW) == 0;
    file->size = WALK_NO_FILE;
    if (!there || !S_ISREG(info.st_mode))
        return;
    file->size = (uint64_t)info.st_size;
    file->stamp = fs_stamp(&info);
    file->inode = fs_identity(&info);
}

/* Stats the path's rest from a byte on, relative to an open directory. */
static void stat_entry(const Tracked *tracked, size_t i, int fd, size_t from)
{
    char path[PATH_BYTES_MAX];
    Str known = str_from_offset(tracked->entries.ptr[i].path, from);
    tracked->stats[i].size = WALK_NO_FILE;
    if (known.len >= sizeof path)
        return;
    memcpy(path, known.ptr, known.len);
    path[known.len] = '\0';
    walk_stat(fd, path, &tracked->stats[i]);
}

/* The directory with its trailing slash; empty for the root. */
static Str directory_of(Str path)
{
    size_t slash = str_find_last_byte(path, '/');
    return str_slice(path, 0, slash == STR_NONE ? 0 : slash + 1);
}

/* The first of the entries before `end` that is not in the directory, however deep. */
static size_t end_of(const Tracked *tracked, size_t from, size_t end, Str directory)
{
    const GitEntry *entries = tracked->entries.ptr;
    size_t i = from + 1;
    while (i < end && str_starts(entries[i].path, directory))
        i++;
    return i;
}

static int open_directory(const Tracked *tracked, Str directory)
{
    char path[PATH_BYTES_MAX];
    if (!directory.len || directory.len >= sizeof path)
        return -1;
    memcpy(path, directory.ptr, directory.len);
    path[directory.len] = '\0';
    return openat(tracked->root_fd, path, O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static void stat_some(const Tracked *tracked, size_t from, size_t end)
{
    while (from < end) {
        Str directory = directory_of(tracked->entries.ptr[from].path);
        size_t next = end_of(tracked, from, end, directory);
        int fd = next - from < STAT_NEIGHBOURS ? -1 : open_directory(tracked, directory);
        for (; from < next; from++)
            stat_entry(tracked, from, fd < 0 ? tracked->root_fd : fd, fd < 0 ? 0 : directory.len);
        if (fd >= 0)
            close(fd);
    }
}

void tracked_stat(Tracked *tracked)
{
    size_t count = tracked->entries.len, from;
    while ((from = atomic_fetch_add(&tracked->next, STAT_FILES)) < count)
        stat_some(tracked, from, MIN(from + STAT_FILES, count));
}
