/* Depth-first traversal with an explicit stack. A directory is listed whole before its names are
   judged, so its ignore files are known first. Tracked files are never ignored; those in ignored
   directories are added at the end. Names come in the order of git's index. Meanwhile other threads
   stat the tracked files; this thread joins them when it has finished. */
#include "git/git_walk.h"

#include "base/fs.h"
#include "base/hash.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/shell.h"
#include "git/ignores.h"
#include "git/tracked.h"
#include "git/user_config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

/* Statting fewer files costs less than starting a thread. */
#define STAT_FILES_MIN 1000
/* Files that a thread takes at a time. */
#define STAT_FILES 128

typedef struct Frame {
    Str path; /* relative to the part's root, empty for it */
    NameVec names;
    size_t at;
    size_t ignore_len; /* length of the stack of rules when the directory is left */
} Frame;
typedef VEC(Frame) FrameVec;

typedef struct Part { /* a repository or a plain directory */
    GitRepo repo;
    Str prefix; /* prefix of its paths: empty, or ending in a slash */
} Part;
typedef VEC(Part) PartVec;

typedef struct Walker {
    Arena *arena;
    Arena *scratch;
    const WalkOptions *options;
    WalkFileVec *files;
    PartVec parts;
    Str ignored_by; /* WalkResult */
    WalkGaps *gaps;
    const IgnorePattern *noted; /* the rule whose text was noted last */
    Str noted_text;
    Ignores ignores;
    FrameVec frames;
    const Part *part;
    Tracked tracked;     /* those of the part */
    VEC(size_t) origins; /* by file of the part: its index in `tracked` + 1, or 0 */
    size_t from;         /* index of the part's first file */
    atomic_size_t next;  /* index of the part's next file to stat */
    int tree_fd;         /* root of the first part */
    int root_fd;         /* root of the current part */
    size_t unreadable;
    Err *err; /* set if the walk ended early */
    bool failed;
} Walker;

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

static Str joined(Arena *arena, Str directory, Str name)
{
    return directory.len ? path_join(arena, directory, name) : str_copy(arena, name);
}

static void push_ignore(Walker *walker, Str base, Str path)
{
    walker->unreadable += !ignores_push(walker->scratch, &walker->ignores, base, path);
}

/* Whether any begins with a dot: most directories have no such name. */
static bool has_dots(const NameVec *names)
{
    for (size_t i = 0; i < names->len && names->ptr[i].text.ptr[0] <= '.'; i++)
        if (names->ptr[i].text.ptr[0] == '.')
            return true;
    return false;
}

/* The path of a directory of the current part, relative to the root of the tree. */
static Str full_path(const Walker *walker, Str path)
{
    Str prefix = walker->part->prefix;
    if (!prefix.len)
        return path;
    Str full = str_join(walker->scratch, prefix, path);
    return path.len ? full : str_slice(full, 0, full.len - 1);
}

static void tell_directory(const Walker *walker, Str path)
{
    if (walker->options->enter)
        walker->options->enter(walker->options->context, full_path(walker, path));
}

/* Whether it is another work tree of the same repository. */
static bool is_same_repository(const Walker *walker, const GitRepo *repo)
{
    const GitRepo *root = &walker->parts.ptr[0].repo;
    return root->common.len && str_equal(root->common, repo->common);
}

/* Whether a directory is a repository. A nested one becomes another part, but not a work tree of
   the same repository. Its root must be the path itself, links resolved: so replacing a directory
   with a link cannot lead the walk out of the tree. */
static bool is_repository(Walker *walker, Str path, Str full)
{
    Err ignored;
    Part part = {.prefix = str_format(walker->arena, "%.*s%.*s/", STR_ARG(walker->part->prefix),
                                      STR_ARG(path))};
    if (!git_repo_find(walker->scratch, full, &part.repo, &ignored) || !part.repo.directory.len ||
        !str_equal(part.repo.root, path_join(walker->scratch, walker->part->repo.root, path)))
        return false;
    if (!is_same_repository(walker, &part.repo))
        *VEC_PUSH(walker->scratch, &walker->parts) = part;
    else
        gaps_add(walker->arena, walker->gaps, GAP_WORKTREE, full_path(walker, path));
    return true;
}

/* Counts a directory that cannot be listed. The walk fails if it is the root, or if descriptors or
   memory ran out, since then other files may be missing, too. */
static void exclude(Walker *walker, Str path, int cause)
{
    Str full = full_path(walker, path);
    walker->unreadable++;
    gaps_add(walker->arena, walker->gaps, GAP_UNREADABLE, full);
    if (walker->failed || (full.len && !fs_is_exhausted(cause)))
        return;
    walker->failed = true;
    err_set(walker->err, ERR_FAILED, "cannot list '%.*s': %s",
            STR_ARG(full.len ? full : walker->part->repo.root), strerror(cause));
    fs_hint(cause, walker->err);
}

/* The base of the ignore rules of a directory of the current part. */
static Str base_of(const Walker *walker, Str path)
{
    Str part = walker->ignores.part;
    return path.len ? joined(walker->scratch, part, path) : part;
}

/* Enters a directory of the current part. */
static void enter_directory(Walker *walker, Str path)
{
    Frame frame = {.path = path, .ignore_len = walker->ignores.stack.len};
    tell_directory(walker, path);
    if (!directory_cache_read(walker->options->listings, walker->scratch, walker->root_fd, path,
                              full_path(walker, path), &frame.names)) {
        exclude(walker, path, errno);
        return;
    }
    if (path.len && !walker->part->repo.directory.len && directory_cache_is_bare(&frame.names))
        return;
    bool dots = has_dots(&frame.names);
    Str full = dots ? joined(walker->scratch, walker->part->repo.root, path) : (Str){0};
    if (dots && path.len && directory_cache_find(&frame.names, STR(".git")) &&
        is_repository(walker, path, full))
        return;
    for (size_t i = 0; i < IGNORE_FILE_COUNT && dots; i++) {
        Str file = str_from(ignore_files[i]);
        const ListedName *name = directory_cache_find(&frame.names, file);
        if (name && name->kind == NAME_FILE) /* like git, which follows no link here */
            push_ignore(walker, base_of(walker, path), path_join(walker->scratch, full, file));
    }
    *VEC_PUSH(walker->scratch, &walker->frames) = frame;
}

/* Whether a path of the current part is, or is below, WalkOptions.under. */
static bool is_wanted(const Walker *walker, Str path)
{
    Str under = walker->options->under, prefix = walker->part->prefix;
    if (!under.len)
        return true;
    Str full = str_join(walker->scratch, prefix, path);
    return str_starts(full, under) && (full.len == under.len || full.ptr[under.len] == '/');
}

/* Whether a directory contains, or is within, WalkOptions.under. */
static bool leads_to_wanted(const Walker *walker, Str path)
{
    Str under = walker->options->under;
    if (!under.len)
        return true;
    Str full = str_join(walker->scratch, walker->part->prefix, path);
    Str shorter = full.len < under.len ? full : under, longer = full.len < under.len ? under : full;
    return str_starts(longer, shorter) &&
           (longer.len == shorter.len || longer.ptr[shorter.len] == '/');
}

/* Adds a file. `path` comes from join_path; `entry` is its index in `tracked` + 1, or 0.
   settle_files sets its size and times. */
static void add_file(Walker *walker, Str path, size_t entry)
{
    size_t before = walker->part->prefix.len;
    *VEC_PUSH(walker->arena, walker->files) =
        (WalkFile){.path = {path.ptr - before, before + path.len}, .tracked = entry > 0};
    *VEC_PUSH(walker->scratch, &walker->origins) = entry;
}

/* The path with the part's prefix, NUL-terminated. */
static Str join_path(const Walker *walker, Str directory, Str name)
{
    Str prefix = walker->part->prefix;
    size_t len = directory.len + (directory.len > 0) + name.len;
    char *bytes = arena_bytes(walker->arena, prefix.len + len + 1), *at = bytes + prefix.len;
    if (prefix.len)
        memcpy(bytes, prefix.ptr, prefix.len);
    if (directory.len) {
        memcpy(at, directory.ptr, directory.len);
        at[directory.len] = '/';
        at += directory.len + 1;
    }
    memcpy(at, name.ptr, name.len);
    at[name.len] = '\0';
    return (Str){bytes + prefix.len, len};
}

/* Notes an ignored path that may hide sources. */
static void note_ignored(Walker *walker, const IgnorePattern *rule, const IgnoreFile *file,
                         Str path, bool folder)
{
    bool (*is_source)(Str path) = walker->options->is_source;
    if (walker->noted != rule)
        walker->noted_text =
            ignores_describe(walker->arena, git_repo_whole(&walker->parts.ptr[0].repo), rule, file);
    walker->noted = rule;
    if (!walker->ignored_by.len)
        walker->ignored_by = walker->noted_text;
    if (folder || (is_source && is_source(path)))
        gaps_add_ignored(walker->arena, walker->gaps, walker->noted_text, full_path(walker, path),
                         folder);
}

/* Whether a rule ignores the path, which is then noted. */
static bool is_ignored(Walker *walker, Str path, bool folder)
{
    const IgnoreFile *file = NULL;
    if (walker->parts.ptr[0].repo.unignored)
        return false;
    const IgnorePattern *rule = ignores_find(&walker->ignores, *walker->arena, path, folder, &file);
    if (rule)
        note_ignored(walker, rule, file, path, folder);
    return rule != NULL;
}

static void note_gap(Walker *walker, GapKind kind, Str path)
{
    gaps_add(walker->arena, walker->gaps, kind, full_path(walker, path));
}

static void visit_name(Walker *walker, Str directory, const ListedName *name)
{
    uint32_t depth = walker->options->max_depth ? walker->options->max_depth : WALK_DEPTH_MAX;
    bool folder = name->kind == NAME_DIRECTORY;
    if (str_equal(name->text, STR(".git")))
        return;
    Str path = join_path(walker, directory, name->text);
    if (!leads_to_wanted(walker, path))
        return;
    if (name->kind == NAME_OTHER) {
        note_gap(walker, GAP_LINK, path);
        return;
    }
    size_t entry = folder ? 0 : tracked_take(&walker->tracked, path);
    if (!entry && is_ignored(walker, path, folder))
        return;
    if (!folder && is_wanted(walker, path))
        add_file(walker, path, entry);
    else if (folder && walker->frames.len < depth)
        enter_directory(walker, path);
    else if (folder && depth == WALK_DEPTH_MAX)
        note_gap(walker, GAP_DEEP, path);
}

static bool is_full(Walker *walker)
{
    size_t most = walker->options->files_max;
    Str root = walker->parts.ptr[0].repo.root;
    if (!most || walker->files->len <= most || walker->failed)
        return walker->failed;
    walker->failed = true;
    err_set(walker->err, ERR_FAILED, "more than %zu files in '%.*s', which is not a repository",
            most, (int)MIN(root.len, PATH_SHOWN_BYTES), root.ptr);
    err_hint(walker->err, "name a project in it, or run fovea index %.*s to index it anyway",
             STR_ARG(shell_quote_path(walker->arena, root)));
    return true;
}

static bool is_cancelled(const Walker *walker)
{
    return walker->failed || (walker->options->cancel && *walker->options->cancel);
}

static void walk_directories(Walker *walker)
{
    enter_directory(walker, (Str){0});
    while (walker->frames.len && !is_cancelled(walker) && !is_full(walker)) {
        size_t top = walker->frames.len - 1;
        Frame *frame = &walker->frames.ptr[top];
        if (frame->at < frame->names.len) {
            const ListedName *name = &frame->names.ptr[frame->at++];
            visit_name(walker, frame->path, name);
            continue;
        }
        walker->ignores.stack.len = frame->ignore_len;
        walker->frames.len--;
    }
}

static bool is_checked_out(const Walker *walker, Str submodule)
{
    Arena scratch = *walker->scratch;
    Str git = path_join(&scratch, submodule, STR(".git"));
    return faccessat(walker->root_fd, str_terminate(&scratch, git), F_OK, AT_SYMLINK_NOFOLLOW) == 0;
}

/* Notes an entry of git's index that is not a file in the tree. False: it is a file. */
static bool note_absent(Walker *walker, const GitEntry *entry)
{
    if (entry->kind == GIT_ENTRY_SUBMODULE && !is_checked_out(walker, entry->path))
        note_gap(walker, GAP_SUBMODULE, entry->path);
    if (entry->kind == GIT_ENTRY_SPARSE)
        note_gap(walker, GAP_SPARSE, entry->path);
    return entry->kind != GIT_ENTRY_FILE;
}

/* Adds tracked files in ignored directories. A forged index may name directories that links lead
   to: those are left out. */
static void add_unseen(Walker *walker)
{
    const GitEntryVec *entries = &walker->tracked.entries;
    const FsTree tree = {.fd = walker->root_fd};
    Str before = STR("/");
    bool there = false;
    for (size_t i = 0; i < entries->len; i++) {
        Str path = entries->ptr[i].path;
        if (walker->tracked.seen[i] || !is_wanted(walker, path) ||
            note_absent(walker, &entries->ptr[i]))
            continue;
        size_t slash = str_find_last_byte(path, '/');
        Str directory = str_slice(path, 0, slash == STR_NONE ? 0 : slash);
        if (!str_equal(directory, before)) {
            there = fs_tree_has_directory(&tree, directory);
            before = directory;
            if (there)
                tell_directory(walker, directory);
        }
        if (!there)
            continue;
        add_file(walker, join_path(walker, (Str){0}, path), i + 1);
        if (walker->options->is_source && walker->options->is_source(path))
            gaps_add_listed(walker->gaps, full_path(walker, path));
    }
}

/* ---- sizes and times ---- */

static void list_or_stat(void *state, unsigned part)
{
    Walker *walker = state;
    if (!part) {
        walk_directories(walker);
        add_unseen(walker);
    }
    if (walker->tracked.stats)
        tracked_stat(&walker->tracked);
}

static void settle_file(const Walker *walker, size_t i)
{
    WalkFile *file = &walker->files->ptr[walker->from + i];
    size_t entry = walker->origins.ptr[i];
    if (!walker->tracked.stats || !entry) {
        walk_stat(walker->root_fd, file->path.ptr + walker->part->prefix.len, file);
        return;
    }
    const WalkFile *known = &walker->tracked.stats[entry - 1];
    file->size = known->size;
    file->stamp = known->stamp;
    file->inode = known->inode;
}

static void settle_some(void *state, unsigned part)
{
    Walker *walker = state;
    size_t count = walker->origins.len, from;
    (void)part;
    while ((from = atomic_fetch_add(&walker->next, STAT_FILES)) < count)
        for (size_t i = from; i < MIN(from + STAT_FILES, count); i++)
            settle_file(walker, i);
}

/* Drops files that are gone or not regular. */
static void drop_others(Walker *walker)
{
    WalkFileVec *files = walker->files;
    size_t kept = walker->from;
    for (size_t i = walker->from; i < files->len; i++)
        if (files->ptr[i].size != WALK_NO_FILE)
            files->ptr[kept++] = files->ptr[i];
    files->len = kept;
}

/* The number of threads. One processor is left to the thread that will help later: it has other
   work until then. */
static unsigned threads_for(const Walker *walker, size_t count)
{
    unsigned others = 1 + (walker->options->share != NULL), cores = parallel_cores();
    unsigned more = (unsigned)MIN(cores - MIN(others, cores), count / STAT_FILES_MIN);
    return walker->options->under.len ? 1 : 1 + more;
}

static void run_parts(Walker *walker, unsigned threads, void (*work)(void *state, unsigned part))
{
    if (walker->options->share)
        parallel_share_run(walker->options->share, threads, work, walker);
    else
        parallel_run(threads, work, walker);
}

static void list_files(Walker *walker)
{
    Tracked *tracked = &walker->tracked;
    unsigned threads = threads_for(walker, tracked->entries.len);
    bool shared = walker->options->share && tracked->entries.len >= STAT_FILES_MIN;
    walker->origins.len = 0;
    walker->from = walker->files->len;
    if (threads > 1 || shared)
        tracked_prepare(walker->scratch, tracked, walker->root_fd);
    run_parts(walker, threads, list_or_stat);
    size_t others = walker->origins.len;
    for (size_t i = 0; i < walker->origins.len && tracked->stats; i++)
        others -= walker->origins.ptr[i] > 0;
    atomic_store(&walker->next, 0);
    run_parts(walker, threads_for(walker, others), settle_some);
    drop_others(walker);
}

static int compare_files(const void *a, const void *b)
{
    return str_compare(((const WalkFile *)a)->path, ((const WalkFile *)b)->path);
}

/* Sorts the files, which mostly are in order already. */
static void sort_files(WalkFileVec *files)
{
    bool sorted = true;
    for (size_t i = 1; i < files->len && sorted; i++)
        sorted = str_compare(files->ptr[i - 1].path, files->ptr[i].path) < 0;
    if (!sorted)
        qsort(files->ptr, files->len, sizeof *files->ptr, compare_files);
}

/* Opens a part's root. Nested parts are opened below the tree's root, following no link. */
static int open_part(Walker *walker, const Part *part)
{
    const FsTree tree = {.fd = walker->tree_fd};
    if (part->prefix.len)
        return fs_tree_directory(&tree, str_slice(part->prefix, 0, part->prefix.len - 1));
    return open(str_terminate(walker->scratch, part->repo.root), O_PATH | O_DIRECTORY | O_CLOEXEC);
}

static bool fail_part(Walker *walker, const Part *part, int cause, Err *err)
{
    bool lost = part->prefix.len && !fs_is_exhausted(cause);
    walker->unreadable += lost;
    if (lost) {
        gaps_add(walker->arena, walker->gaps, GAP_UNREADABLE, part->prefix);
        return true;
    }
    err_set(err, fs_is_exhausted(cause) ? ERR_FAILED : ERR_NOT_FOUND, "cannot open '%.*s': %s",
            STR_ARG(part->repo.root), strerror(cause));
    return fs_hint(cause, err);
}

/* Pushes the rules that apply from the start. */
static void push_rules(Walker *walker, const GitRepo *repo)
{
    size_t below = repo->root.len - repo->part.len;
    walker->ignores.stack.len = 0;
    walker->ignores.part = repo->part;
    if (!repo->directory.len)
        return;
    push_ignore(walker, (Str){0}, user_config_excludes(walker->scratch, repo));
    push_ignore(walker, (Str){0}, path_join(walker->scratch, repo->common, STR("info/exclude")));
    if (repo->part.len)
        walker->unreadable +=
            !ignores_push_above(walker->scratch, &walker->ignores, str_slice(repo->root, 0, below));
}

static bool walk_part(Walker *walker, const Part *part, Err *err)
{
    int fd SCOPED(close_fd) = open_part(walker, part);
    if (fd < 0)
        return fail_part(walker, part, errno, err);
    walker->part = part;
    walker->root_fd = fd;
    push_rules(walker, &part->repo);
    if (!tracked_read(walker->scratch, &part->repo, &walker->tracked, err)) {
        if (!part->prefix.len)
            return false;
        walker->unreadable++; /* a broken nested repository must not make the tree unreadable */
        tracked_forget(walker->scratch, &walker->tracked);
    }
    list_files(walker);
    return !walker->failed;
}

static bool walk_parts(Walker *walker, Err *err)
{
    int fd SCOPED(close_fd) = open_part(walker, &walker->parts.ptr[0]);
    if (fd < 0)
        return fail_part(walker, &walker->parts.ptr[0], errno, err);
    walker->tree_fd = fd;
    for (size_t i = 0; i < walker->parts.len; i++) {
        Part part = walker->parts.ptr[i];
        if (!walk_part(walker, &part, err))
            return false;
    }
    return true;
}

bool git_walk(Arena *arena, Arena scratch, const GitRepo *repo, const WalkOptions *options,
              WalkResult *result, Err *err)
{
    *result = (WalkResult){0};
    Walker walker = {.arena = arena,
                     .scratch = &scratch,
                     .options = options,
                     .files = &result->files,
                     .gaps = &result->gaps,
                     .err = err};
    *VEC_PUSH(&scratch, &walker.parts) = (Part){.repo = *repo};
    if (!walk_parts(&walker, err))
        return false;
    sort_files(&result->files);
    result->unreadable = walker.unreadable;
    result->parts = walker.parts.len;
    result->ignored_by = walker.ignored_by;
    if (is_cancelled(&walker))
        return err_interrupted(err);
    return true;
}
