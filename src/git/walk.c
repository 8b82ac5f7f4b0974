/* Depth first with a stack of its own. A directory's names are read at once, so that its ignore
   files are known before any of them is judged. What git tracks although it is ignored is found by
   a second look at git's index. */
#include "git/walk.h"

#include "base/fs.h"
#include "base/path.h"
#include "base/proc.h"
#include "git/ignore.h"
#include "git/index_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#define IGNORE_BYTES_MAX (1 * MB)
#define LS_FILES_MS 60000

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
    int root_fd;
    size_t unreadable;
} Walker;

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

static int compare_names(const void *a, const void *b)
{
    return str_compare(((const Name *)a)->text, ((const Name *)b)->text);
}

static bool read_names(Walker *walker, Str path, NameVec *names)
{
    const char *name = path.len ? str_terminate(walker->scratch, path) : ".";
    int fd = openat(walker->root_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    if (!directory) {
        if (fd >= 0)
            close(fd);
        walker->unreadable++;
        return false;
    }
    for (struct dirent *entry; (entry = readdir(directory));) {
        Str text = str_from(entry->d_name);
        if (!str_equal(text, STR(".")) && !str_equal(text, STR("..")))
            *VEC_PUSH(walker->scratch, names) =
                (Name){.text = str_copy(walker->scratch, text), .type = entry->d_type};
    }
    closedir(directory);
    if (names->len)
        qsort(names->ptr, names->len, sizeof *names->ptr, compare_names);
    return true;
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

static void add_file(Walker *walker, Str path, const struct stat *info, bool tracked)
{
    *VEC_PUSH(walker->arena, walker->files) = (WalkFile){
        .path = str_join(walker->arena, walker->part->prefix, path),
        .size = (uint64_t)info->st_size,
        .mtime_ns = (int64_t)info->st_mtim.tv_sec * 1000000000 + info->st_mtim.tv_nsec,
        .inode = info->st_ino,
        .tracked = tracked,
    };
}

static void visit_name(Walker *walker, Str directory, const Name *name)
{
    uint32_t depth = walker->options->max_depth ? walker->options->max_depth : WALK_DEPTH_MAX;
    bool other = name->type != DT_REG && name->type != DT_DIR && name->type != DT_UNKNOWN;
    if (other || str_equal(name->text, STR(".git")))
        return;
    Str path = joined(walker->scratch, directory, name->text);
    struct stat info;
    bool is_directory = name->type == DT_DIR;
    if (!leads_to_wanted(walker, path))
        return;
    if (!is_directory) {
        const char *text = str_terminate(walker->scratch, path);
        if (fstatat(walker->root_fd, text, &info, AT_SYMLINK_NOFOLLOW) != 0)
            return;
        is_directory = S_ISDIR(info.st_mode);
        if (!is_directory && !S_ISREG(info.st_mode))
            return;
    }
    if (ignore_check(&walker->ignores, path, is_directory) == IGNORE_YES)
        return;
    if (!is_directory && is_wanted(walker, path))
        add_file(walker, path, &info, false);
    else if (is_directory && walker->frames.len < depth)
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
static bool ask_git(Walker *walker, GitEntryVec *entries, Err *err)
{
    const char *root = str_terminate(walker->scratch, walker->part->repo.root);
    const char *const argv[] = {"git",      "-C", root, "-c", "core.fsmonitor=false",
                                "ls-files", "-z", NULL};
    ProcResult result;
    if (!proc_run(walker->scratch, argv, (Str){0}, LS_FILES_MS, &result, err))
        return false;
    Str rest = result.output, path;
    while (str_take_until(&rest, '\0', &path))
        *VEC_PUSH(walker->scratch, entries) = (GitEntry){.path = path};
    return true;
}

static int compare_files(const void *a, const void *b)
{
    return str_compare(((const WalkFile *)a)->path, ((const WalkFile *)b)->path);
}

static void sort_files(WalkFileVec *files, size_t from)
{
    if (files->len > from)
        qsort(files->ptr + from, files->len - from, sizeof *files->ptr, compare_files);
}

/* Marks what is tracked, and adds what the walk left out as ignored. */
static void merge_tracked(Walker *walker, size_t from, const GitEntryVec *entries)
{
    size_t to = walker->files->len, at = from;
    for (size_t i = 0; i < entries->len; i++) {
        const GitEntry *entry = &entries->ptr[i];
        Str full = str_join(walker->scratch, walker->part->prefix, entry->path);
        while (at < to && str_compare(walker->files->ptr[at].path, full) < 0)
            at++;
        if (at < to && str_equal(walker->files->ptr[at].path, full)) {
            walker->files->ptr[at].tracked = true;
            continue;
        }
        struct stat info;
        const char *text = str_terminate(walker->scratch, entry->path);
        if (!is_wanted(walker, entry->path))
            continue;
        size_t slash = str_find_last_byte(entry->path, '/');
        tell_directory(walker, str_slice(entry->path, 0, slash == STR_NONE ? 0 : slash));
        if (fstatat(walker->root_fd, text, &info, AT_SYMLINK_NOFOLLOW) == 0 &&
            S_ISREG(info.st_mode))
            add_file(walker, entry->path, &info, true);
    }
}

static void close_root(int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

static bool walk_part(Walker *walker, const Part *part, Err *err)
{
    int fd SCOPED(close_root) =
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
    walk_directories(walker);
    sort_files(walker->files, from);
    GitEntryVec entries = {0};
    bool known = true;
    if (!part->repo.directory.len)
        return true;
    if (!git_index_read(walker->scratch, part->repo.directory, &entries, &known, err))
        return false;
    if (!known) {
        entries = (GitEntryVec){0};
        if (!ask_git(walker, &entries, err))
            return false;
    }
    merge_tracked(walker, from, &entries);
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
    sort_files(&result->files, 0);
    result->unreadable = walker.unreadable;
    if (is_cancelled(&walker))
        return err_set(err, ERR_INTERRUPTED, "interrupted");
    return true;
}
