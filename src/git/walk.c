/* Depth first with a stack of its own. A directory's names are read at once, so that its ignore
   files are known before any of them is judged; what git tracks is not judged at all, and what of
   that stands in ignored directories is added at the end. Meanwhile other threads ask for size and
   times of what is tracked. */
#include "git/walk.h"

#include "base/fs.h"
#include "base/map.h"
#include "base/parallel.h"
#include "base/path.h"
#include "base/proc.h"
#include "git/ignore.h"
#include "git/index_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define IGNORE_BYTES_MAX (1 * MB)
#define LS_FILES_MS 60000
#define DIRECTORY_BYTES (32 * KB)
/* Fewer files are asked about faster than a thread starts. */
#define STAT_FILES_MIN 1000

typedef struct Name {
    Str text;
    unsigned char type; /* DT_… */
} Name;
typedef VEC(Name) NameVec;

typedef struct Frame {
    Str path; /* relative to the part's root, empty for it */
    NameVec names;
    size_t at;
    size_t ignore_len; /* to return to when the frame is left */
} Frame;
typedef VEC(Frame) FrameVec;

typedef struct Part { /* a repository or a plain directory */
    GitRepo repo;
    Str prefix; /* of its paths: empty, or ending in a slash */
} Part;
typedef VEC(Part) PartVec;

typedef struct Walker {
    Arena *arena;
    Arena *scratch;
    const WalkOptions *options;
    WalkFileVec *files;
    PartVec parts;
    IgnoreStack ignores;
    FrameVec frames;
    const Part *part;
    GitEntryVec entries; /* what git tracks in the part */
    Map tracked;         /* its paths: index in entries */
    bool *seen;          /* of each entry */
    WalkFile *stats;     /* of each entry, when threads ask for them; NULL otherwise */
    unsigned threads;
    VEC(size_t) origins; /* of each file of the part: its entry + 1, or 0 */
    int root_fd;
    size_t unreadable;
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

static Str read_ignore(Walker *walker, Str path)
{
    Str text = {0};
    bool found = false;
    Err ignored;
    bool ok = fs_read_own(walker->scratch, path, IGNORE_BYTES_MAX, &text, &found, &ignored);
    return ok && found ? text : (Str){0};
}

static void push_ignore(Walker *walker, Str base, Str path)
{
    Str text = read_ignore(walker, path);
    if (text.len)
        ignore_push(walker->scratch, &walker->ignores, base, text);
}

/* core.excludesFile of the user's own configuration; a repository's cannot name one. */
static Str user_excludes(Walker *walker)
{
    Arena *arena = walker->scratch;
    Str home = fs_environment("HOME"), config = fs_environment("XDG_CONFIG_HOME");
    if (!config.len && home.len)
        config = path_join(arena, home, STR(".config"));
    Str text = read_ignore(walker, path_join(arena, home, STR(".gitconfig"))), line, key;
    bool core = false;
    while (str_take_line(&text, &line)) {
        line = str_trim(line);
        if (str_starts(line, STR("[")))
            core = str_equal_nocase(line, STR("[core]"));
        if (!core || !str_take_until(&line, '=', &key) ||
            !str_equal_nocase(str_trim(key), STR("excludesfile")))
            continue;
        Str value = str_trim(line);
        if (str_starts(value, STR("~/")))
            value = path_join(arena, home, str_from_offset(value, 2));
        return value;
    }
    return config.len ? path_join(arena, config, STR("git/ignore")) : (Str){0};
}

/* The kernel's own form of a directory's list: no copies, no buffer from the heap. */
typedef struct DirectoryEntry {
    uint64_t inode;
    int64_t offset;
    uint16_t len;
    unsigned char type;
    char name[];
} DirectoryEntry;

static void take_names(Walker *walker, const char *at, const char *end, NameVec *names)
{
    while (at < end) {
        const DirectoryEntry *entry = (const DirectoryEntry *)(const void *)at;
        Str text = str_from(entry->name);
        if (!str_equal(text, STR(".")) && !str_equal(text, STR("..")))
            *VEC_PUSH(walker->scratch, names) =
                (Name){.text = str_copy(walker->scratch, text), .type = entry->type};
        at += entry->len;
    }
}

static bool read_names(Walker *walker, Str path, NameVec *names)
{
    const char *name = path.len ? str_terminate(walker->scratch, path) : ".";
    int fd SCOPED(close_fd) =
        openat(walker->root_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    _Alignas(DirectoryEntry) char bytes[DIRECTORY_BYTES];
    long got = fd < 0 ? -1 : 1;
    while (got > 0) {
        got = syscall(SYS_getdents64, fd, bytes, sizeof bytes);
        if (got > 0)
            take_names(walker, bytes, bytes + got, names);
    }
    walker->unreadable += fd < 0;
    return fd >= 0;
}

static bool has_name(const NameVec *names, Str wanted)
{
    for (size_t i = 0; i < names->len; i++)
        if (str_equal(names->ptr[i].text, wanted))
            return true;
    return false;
}

/* Relative to the present part. */
static void tell_directory(const Walker *walker, Str path)
{
    const WalkOptions *options = walker->options;
    Arena work = *walker->scratch;
    if (!options->enter)
        return;
    Str full = str_join(&work, walker->part->prefix, path);
    options->enter(options->context,
                   str_ends(full, STR("/")) ? str_slice(full, 0, full.len - 1) : full);
}

/* Enters a directory of the present part; a repository of its own becomes another part. */
static void enter_directory(Walker *walker, Str path)
{
    Frame frame = {.path = path, .ignore_len = walker->ignores.len};
    tell_directory(walker, path);
    if (!read_names(walker, path, &frame.names))
        return;
    Str full = joined(walker->scratch, walker->part->repo.root, path);
    if (path.len && has_name(&frame.names, STR(".git"))) {
        Part part = {.prefix = str_format(walker->arena, "%.*s%.*s/", STR_ARG(walker->part->prefix),
                                          STR_ARG(path))};
        Err ignored;
        if (git_repo_find(walker->scratch, full, &part.repo, &ignored) && part.repo.directory.len &&
            str_ends(part.repo.root, path)) {
            *VEC_PUSH(walker->scratch, &walker->parts) = part;
            return;
        }
    }
    static const char *const files[] = {".gitignore", ".foveaignore"};
    for (size_t i = 0; i < COUNT(files); i++)
        if (has_name(&frame.names, str_from(files[i])))
            push_ignore(walker, path, path_join(walker->scratch, full, str_from(files[i])));
    *VEC_PUSH(walker->scratch, &walker->frames) = frame;
}

/* Whether a path of the present part is, or is below, the one that is asked for. */
static bool is_wanted(const Walker *walker, Str path)
{
    Str under = walker->options->under, prefix = walker->part->prefix;
    if (!under.len)
        return true;
    Str full = str_join(walker->scratch, prefix, path);
    return str_starts(full, under) && (full.len == under.len || full.ptr[under.len] == '/');
}

/* Whether a directory holds, or is in, the one that is asked for. */
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

/* `entry`: what tracks it, + 1, or 0. Size and times come with settle_files. */
static void add_file(Walker *walker, Str path, size_t entry)
{
    Str prefix = walker->part->prefix;
    char *bytes = arena_bytes(walker->arena, prefix.len + path.len + 1);
    if (prefix.len)
        memcpy(bytes, prefix.ptr, prefix.len);
    memcpy(bytes + prefix.len, path.ptr, path.len);
    bytes[prefix.len + path.len] = '\0';
    *VEC_PUSH(walker->arena, walker->files) =
        (WalkFile){.path = {bytes, prefix.len + path.len}, .tracked = entry > 0};
    *VEC_PUSH(walker->scratch, &walker->origins) = entry;
}

/* The entry + 1, or 0. */
static size_t take_tracked(Walker *walker, Str path)
{
    const uint64_t *entry = map_find(&walker->tracked, path);
    if (entry)
        walker->seen[*entry] = true;
    return entry ? *entry + 1 : 0;
}

static bool is_directory(const Walker *walker, Str path, const Name *name)
{
    struct stat info;
    if (name->type != DT_UNKNOWN)
        return name->type == DT_DIR;
    const char *text = str_terminate(walker->scratch, path);
    return fstatat(walker->root_fd, text, &info, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(info.st_mode);
}

static void visit_name(Walker *walker, Str directory, const Name *name)
{
    uint32_t depth = walker->options->max_depth ? walker->options->max_depth : WALK_DEPTH_MAX;
    bool other = name->type != DT_REG && name->type != DT_DIR && name->type != DT_UNKNOWN;
    if (other || str_equal(name->text, STR(".git")))
        return;
    Str path = joined(walker->scratch, directory, name->text);
    if (!leads_to_wanted(walker, path))
        return;
    bool folder = is_directory(walker, path, name);
    size_t entry = folder ? 0 : take_tracked(walker, path);
    if (!entry && ignore_check(&walker->ignores, path, folder) == IGNORE_YES)
        return;
    if (!folder && is_wanted(walker, path))
        add_file(walker, path, entry);
    else if (folder && walker->frames.len < depth)
        enter_directory(walker, path);
}

static bool is_cancelled(const Walker *walker)
{
    return walker->options->cancel && *walker->options->cancel;
}

static void walk_directories(Walker *walker)
{
    enter_directory(walker, (Str){0});
    while (walker->frames.len && !is_cancelled(walker)) {
        size_t top = walker->frames.len - 1;
        Frame *frame = &walker->frames.ptr[top];
        if (frame->at < frame->names.len) {
            const Name *name = &frame->names.ptr[frame->at++];
            visit_name(walker, frame->path, name);
            continue;
        }
        walker->ignores.len = frame->ignore_len;
        walker->frames.len--;
    }
}

/* ---- what git tracks ---- */

/* For forms of the index that are not read here. */
static bool ask_git(Walker *walker, Err *err)
{
    const char *root = str_terminate(walker->scratch, walker->part->repo.root);
    const char *const argv[] = {"git",      "-C", root, "-c", "core.fsmonitor=false",
                                "ls-files", "-z", NULL};
    ProcResult result;
    if (!proc_run(walker->scratch, argv, (Str){0}, LS_FILES_MS, &result, err))
        return false;
    Str rest = result.output, path;
    while (str_take_until(&rest, '\0', &path))
        *VEC_PUSH(walker->scratch, &walker->entries) = (GitEntry){.path = path};
    return true;
}

static bool read_tracked(Walker *walker, Err *err)
{
    bool known = true;
    walker->entries = (GitEntryVec){0};
    walker->tracked = map_open(walker->scratch);
    if (!walker->part->repo.directory.len)
        return true;
    if (!git_index_read(walker->scratch, walker->part->repo.directory, &walker->entries, &known,
                        err))
        return false;
    if (!known) {
        walker->entries = (GitEntryVec){0};
        if (!ask_git(walker, err))
            return false;
    }
    walker->seen = NEW(walker->scratch, bool, walker->entries.len + 1);
    for (size_t i = 0; i < walker->entries.len; i++)
        *map_put(&walker->tracked, walker->entries.ptr[i].path, NULL) = i;
    return true;
}

/* What stands in directories that are ignored. */
static void add_unseen(Walker *walker)
{
    for (size_t i = 0; i < walker->entries.len; i++) {
        Str path = walker->entries.ptr[i].path;
        if (walker->seen[i] || !is_wanted(walker, path))
            continue;
        size_t slash = str_find_last_byte(path, '/');
        tell_directory(walker, str_slice(path, 0, slash == STR_NONE ? 0 : slash));
        add_file(walker, path, i + 1);
    }
}

/* ---- what the files are ---- */

#define NO_FILE UINT64_MAX

static void stat_file(int root_fd, const char *path, WalkFile *file)
{
    struct stat info;
    bool there = fstatat(root_fd, path, &info, AT_SYMLINK_NOFOLLOW) == 0;
    file->size = NO_FILE;
    if (!there || !S_ISREG(info.st_mode))
        return;
    file->size = (uint64_t)info.st_size;
    file->mtime_ns = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
    file->inode = info.st_ino;
}

/* One of the threads, of which the first walks. */
static void stat_tracked(Walker *walker, unsigned part)
{
    size_t count = walker->entries.len, to = count * part / (walker->threads - 1);
    char path[PATH_BYTES_MAX];
    for (size_t i = count * (part - 1) / (walker->threads - 1); i < to; i++) {
        Str known = walker->entries.ptr[i].path;
        walker->stats[i].size = NO_FILE;
        if (known.len >= sizeof path)
            continue;
        memcpy(path, known.ptr, known.len);
        path[known.len] = '\0';
        stat_file(walker->root_fd, path, &walker->stats[i]);
    }
}

static void list_or_stat(void *state, unsigned part)
{
    Walker *walker = state;
    if (part) {
        stat_tracked(walker, part);
        return;
    }
    walk_directories(walker);
    add_unseen(walker);
}

/* Drops what is no regular file, or gone. */
static void settle_files(Walker *walker, size_t from)
{
    WalkFileVec *files = walker->files;
    size_t kept = from;
    for (size_t i = from; i < files->len; i++) {
        WalkFile *file = &files->ptr[i];
        size_t entry = walker->origins.ptr[i - from];
        Str path = file->path;
        bool tracked = file->tracked;
        if (walker->stats && entry)
            *file = walker->stats[entry - 1];
        else
            stat_file(walker->root_fd, path.ptr + walker->part->prefix.len, file);
        file->path = path;
        file->tracked = tracked;
        if (file->size != NO_FILE)
            files->ptr[kept++] = *file;
    }
    files->len = kept;
}

static void list_files(Walker *walker, size_t from)
{
    unsigned more = (unsigned)MIN(parallel_cores() - 1, walker->entries.len / STAT_FILES_MIN);
    walker->origins.len = 0;
    walker->threads = walker->options->under.len ? 1 : 1 + more;
    walker->stats =
        walker->threads > 1 ? NEW(walker->scratch, WalkFile, walker->entries.len) : NULL;
    parallel_run(walker->threads, list_or_stat, walker);
    settle_files(walker, from);
}

static int compare_files(const void *a, const void *b)
{
    return str_compare(((const WalkFile *)a)->path, ((const WalkFile *)b)->path);
}

static void sort_files(WalkFileVec *files)
{
    if (files->len)
        qsort(files->ptr, files->len, sizeof *files->ptr, compare_files);
}

static bool walk_part(Walker *walker, const Part *part, Err *err)
{
    int fd SCOPED(close_fd) =
        open(str_terminate(walker->scratch, part->repo.root), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return err_set(err, ERR_NOT_FOUND, "cannot open '%.*s': %s", STR_ARG(part->repo.root),
                       strerror(errno));
    size_t from = walker->files->len;
    walker->part = part;
    walker->root_fd = fd;
    walker->ignores.len = 0;
    if (part->repo.directory.len) {
        Str excludes = path_join(walker->scratch, part->repo.common, STR("info/exclude"));
        push_ignore(walker, (Str){0}, user_excludes(walker));
        push_ignore(walker, (Str){0}, excludes);
    }
    if (!read_tracked(walker, err))
        return false;
    list_files(walker, from);
    return true;
}

bool git_walk(Arena *arena, Arena scratch, const GitRepo *repo, const WalkOptions *options,
              WalkResult *result, Err *err)
{
    *result = (WalkResult){0};
    Walker walker = {
        .arena = arena, .scratch = &scratch, .options = options, .files = &result->files};
    *VEC_PUSH(&scratch, &walker.parts) = (Part){.repo = *repo};
    for (size_t i = 0; i < walker.parts.len; i++) {
        Part part = walker.parts.ptr[i];
        if (!walk_part(&walker, &part, err))
            return false;
    }
    sort_files(&result->files);
    result->unreadable = walker.unreadable;
    if (is_cancelled(&walker))
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    return true;
}
