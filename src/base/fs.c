/* Opening takes two steps. First a path-only descriptor is opened (no driver is touched, nothing
   blocks), on which type and real location are checked. Then the same inode is reopened for reading
   through /proc/self/fd. So the checked file is the one that is read, whatever happens to the names
   meanwhile. */
#include "base/fs.h"

#include "base/buf.h"
#include "base/fs_below.h"
#include "base/hash.h"
#include "base/path.h"
#include "base/shell.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

/* Only for tests: see fs_fail_after. */
static atomic_uint fault_countdown;
static atomic_int fault_errno;

unsigned fs_fail_after(unsigned calls, int errno_value)
{
    atomic_store(&fault_errno, errno_value);
    return atomic_exchange(&fault_countdown, calls);
}

/* True for the system call that a test lets fail. */
bool fs_fault(void)
{
    if (!atomic_load(&fault_countdown) || atomic_fetch_sub(&fault_countdown, 1) != 1)
        return false;
    int cause = atomic_load(&fault_errno);
    if (cause == FS_FAULT_KILL)
        raise(SIGKILL);
    errno = cause;
    return true;
}

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void fs_close(FsFile *file)
{
    if (file->resolved.len)
        close_fd(&file->fd);
    *file = (FsFile){.fd = -1};
}

/* ---- the check before the open ---- */

static int open_beneath(Arena *arena, Str root, Str relative, FsLinks links)
{
    int root_fd SCOPED(close_fd) =
        open(str_terminate(arena, root), O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (root_fd < 0)
        return -1;
    return fs_open_below(root_fd, str_terminate(arena, relative), O_PATH, links);
}

/* The part of an absolute path below root, "." for the root itself, empty when outside. */
static Str path_below(Str path, Str root)
{
    if (!root.len || !path_is_inside(path, root))
        return (Str){0};
    Str below = str_from_offset(path, root.len);
    while (below.len && below.ptr[0] == '/')
        below = str_from_offset(below, 1);
    return below.len ? below : STR(".");
}

static bool deny(Str path, const char *why, const char *hint, Err *err)
{
    Str shown = path.len ? str_slice(path, 0, PATH_SHOWN_BYTES) : STR("."); /* the root itself */
    err_set(err, ERR_NOT_FOUND, "cannot read '%.*s': %s", STR_ARG(shown), why);
    err_because(err, why, 0);
    return err_hint(err, "%s", hint);
}

static bool deny_outside(Str path, Err *err)
{
    return deny(path, "the path leaves the allowed roots",
                "only files below the root are read here; --root DIR allows another one", err);
}

static bool deny_excluded(Str path, Err *err)
{
    return deny(path, "it is in an excluded directory",
                "fovea config shows which directories are never read", err);
}

bool fs_is_excluded(const Str *names, size_t count, Str path)
{
    Str part;
    while (str_take_until(&path, '/', &part))
        for (size_t i = 0; i < count; i++)
            if (str_equal(part, names[i]))
                return true;
    return false;
}

static bool path_is_excluded(const FsPolicy *policy, Str below)
{
    return fs_is_excluded(policy->excluded, policy->excluded_count, below);
}

static uint64_t time_ns(const struct timespec *time)
{
    return (uint64_t)time->tv_sec * 1000000000 + (uint64_t)time->tv_nsec;
}

uint64_t fs_stamp(const struct stat *info)
{
    return time_ns(&info->st_mtim) + time_ns(&info->st_ctim);
}

bool fs_is_exhausted(int cause)
{
    return cause == EMFILE || cause == ENFILE || cause == ENOMEM;
}

uint64_t fs_identity(const struct stat *info)
{
    const mode_t everyone = S_IRUSR | S_IRGRP | S_IROTH;
    if ((info->st_mode & everyone) == everyone)
        return info->st_ino;
    const uint32_t who[] = {info->st_mode & everyone, info->st_uid, info->st_gid};
    return info->st_ino ^ hash_fast((Str){(const char *)who, sizeof who}) << 40;
}

static bool deny_errno(Str path, Err *err)
{
    int cause = errno;
    if (cause == EXDEV)
        return deny_outside(path, err);
    deny(path, strerror(cause), "", err);
    return fs_hint(cause, err);
}

/* Error for a file that exists and is allowed, but cannot be read. */
static bool fail_reading(Str path, ErrCode code, int cause, Err *err)
{
    err_set(err, code, "reading file: '%.*s': %s", (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr,
            strerror(cause));
    err_is(err, ERR_READING);
    return fs_hint(cause, err);
}

/* Opens a path below a root. `..` goes up from where a link leads, so the kernel must resolve it.
   It refuses a link that passes outside the root. If such a link ends inside, its real target is
   opened instead, without links. */
static int open_inside(Arena *arena, Str root, Str real_root, Str below)
{
    int fd = open_beneath(arena, root, below, FS_LINKS_INSIDE);
    if (fd >= 0 || errno != EXDEV)
        return fd;
    Str inside = path_below(fs_real_path(arena, path_join(arena, root, below)), real_root);
    if (inside.len)
        return open_beneath(arena, root, inside, FS_LINKS_NONE);
    errno = EXDEV;
    return -1;
}

/* A path-only descriptor for the path, inside the roots; *root gets the real root it was found in.
 */
static bool open_checked(Arena *arena, const FsPolicy *policy, Str path, int *fd, Str *root,
                         Err *err)
{
    Str start = policy->root.len ? policy->root : fs_working_directory(arena);
    Str full = path_join(arena, start, path);
    if (full.len >= PATH_BYTES_MAX || str_find_byte(full, '\0') != STR_NONE)
        return deny(path, "not a valid path", "a path has at most 4,095 bytes and no NUL", err);
    if (fs_fault())
        return deny_errno(path, err);
    if (!policy->root_count) {
        *fd = open(str_terminate(arena, full), O_PATH | O_CLOEXEC);
        return *fd >= 0 || deny_errno(path, err);
    }
    Str plain = path_normalise(arena, full);
    for (size_t i = 0; i < policy->root_count; i++) {
        Str real = fs_real_path(arena, policy->roots[i]);
        Str below = path_below(plain, policy->roots[i]);
        below = below.len ? below : path_below(plain, real);
        if (!below.len)
            continue;
        if (path_is_excluded(policy, below))
            return deny_excluded(path, err);
        Str written = path_below(full, policy->roots[i]);
        *fd = open_inside(arena, policy->roots[i], real, written.len ? written : below);
        *root = real;
        return *fd >= 0 || deny_errno(path, err);
    }
    return deny_outside(path, err);
}

static int compare_names(const void *a, const void *b)
{
    return str_compare(*(const Str *)a, *(const Str *)b);
}

static bool deny_directory(Arena *arena, Str path, Str resolved, Err *err)
{
    Str names[DIRECTORY_LISTING_MAX * 8];
    size_t count = 0, more = 0;
    DIR *directory = opendir(str_terminate(arena, resolved));
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        Str name = str_from(entry->d_name);
        if (str_equal(name, STR(".")) || str_equal(name, STR("..")))
            continue;
        const char *mark = entry->d_type == DT_DIR ? "/" : "";
        if (count < COUNT(names))
            names[count++] = str_format(arena, "%.*s%s", STR_ARG(name), mark);
        else
            more++;
    }
    if (directory)
        closedir(directory);
    qsort(names, count, sizeof *names, compare_names);
    Buf list = buf_open(arena, 0);
    for (size_t i = 0; i < MIN(count, DIRECTORY_LISTING_MAX); i++)
        buf_printf(&list, "%s%.*s", i ? ", " : "", STR_ARG(shell_quote_path(arena, names[i])));
    more += count - MIN(count, DIRECTORY_LISTING_MAX);
    if (more)
        buf_printf(&list, ", … %zu more", more);
    deny(path, "it is a directory", "", err);
    if (!count)
        return err_hint(err, "it is empty; give a file");
    Str quoted_names = buf_str(&list);
    return err_hint(err, "fovea overview %.*s shows what is in it; or give a file: %.*s",
                    STR_ARG(shell_quote_path(arena, str_slice(path, 0, PATH_SHOWN_BYTES))),
                    STR_ARG(quoted_names));
}

static bool check_type(Arena *arena, Str path, Str resolved, int fd, const struct stat *info,
                       Err *err)
{
    mode_t mode = info->st_mode;
    if (S_ISREG(mode) && !fs_is_of_kernel(fd, info))
        return true;
    if (S_ISDIR(mode))
        return deny_directory(arena, path, resolved, err);
    const char *what = S_ISREG(mode)    ? "the kernel makes it while it is read"
                       : S_ISFIFO(mode) ? "it is a FIFO"
                       : S_ISSOCK(mode) ? "it is a socket"
                                        : "it is a device";
    return deny(path, what, "only regular files are read; copy what it gives to a file first", err);
}

static void note_version(FsFile *file, const struct stat *info)
{
    file->size = (uint64_t)info->st_size;
    file->stamp = fs_stamp(info);
    file->device = info->st_dev;
    file->inode = fs_identity(info);
}

static bool check_location(const FsPolicy *policy, Str path, Str resolved, Str root, Err *err)
{
    if (!resolved.len)
        return deny(path, "its real path cannot be found", "mount /proc", err);
    if (!root.len)
        return true;
    Str below = path_below(resolved, root);
    if (!below.len)
        return deny_outside(path, err);
    if (path_is_excluded(policy, below))
        return deny_excluded(path, err);
    return true;
}

bool fs_open(Arena *arena, const FsPolicy *policy, Str path, FsFile *file, Err *err)
{
    *file = (FsFile){.fd = -1, .shown = path};
    if (!path.len) {
        err_set(err, ERR_USAGE, "no path given");
        return err_hint(err, "name a file");
    }
    int fd SCOPED(close_fd) = -1;
    Str root = {0};
    if (!open_checked(arena, policy, path, &fd, &root, err))
        return false;
    struct stat info;
    if (fs_fault() || fstat(fd, &info) != 0)
        return deny_errno(path, err);
    Str resolved = fs_fd_path(arena, fd);
    if (!check_location(policy, path, resolved, root, err) ||
        !check_type(arena, path, resolved, fd, &info, err))
        return false;
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int readable = fs_fault() ? -1 : open(link, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (readable < 0)
        return fail_reading(path, ERR_NOT_FOUND, errno, err);
    file->fd = readable;
    note_version(file, &info);
    file->resolved = resolved;
    return true;
}

/* ---- files of one directory ---- */

static bool check_directory(int fd, Str path, Err *err)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return deny_errno(path, err);
    return S_ISDIR(info.st_mode) || deny(path, "it is not a directory", "name a directory", err);
}

bool fs_tree_open(Arena *arena, const FsPolicy *policy, Str path, FsTree *tree, Err *err)
{
    Str root = {0};
    *tree = (FsTree){.fd = -1};
    int fd SCOPED(close_fd) = -1;
    if (!open_checked(arena, policy, path.len ? path : STR("."), &fd, &root, err))
        return false;
    Str resolved = fs_fd_path(arena, fd);
    if (!check_location(policy, path, resolved, root, err) || !check_directory(fd, path, err))
        return false;
    *tree = (FsTree){.fd = fd, .root = resolved};
    fd = -1;
    return true;
}

void fs_tree_close(FsTree *tree)
{
    if (tree->root.len)
        close_fd(&tree->fd);
    *tree = (FsTree){.fd = -1};
}

static int open_in_tree(const FsTree *tree, Str path, unsigned flags)
{
    char name[PATH_BYTES_MAX];
    errno = ENAMETOOLONG;
    if (path.len >= sizeof name || fs_fault())
        return -1;
    memcpy(name, path.ptr, path.len);
    name[path.len] = '\0';
    return fs_open_below(tree->fd, name, flags, FS_LINKS_NONE);
}

bool fs_tree_file(const FsTree *tree, Str path, FsFile *file)
{
    struct stat info;
    *file = (FsFile){.fd = -1, .shown = path, .resolved = path};
    file->fd = open_in_tree(tree, path, O_RDONLY | O_NOCTTY | O_NONBLOCK);
    if (file->fd < 0)
        return false;
    if (fstat(file->fd, &info) != 0 || !S_ISREG(info.st_mode)) {
        fs_close(file);
        errno = EINVAL;
        return false;
    }
    note_version(file, &info);
    return true;
}

int fs_tree_directory(const FsTree *tree, Str path)
{
    return open_in_tree(tree, path, O_PATH | O_DIRECTORY);
}

bool fs_tree_has_directory(const FsTree *tree, Str path)
{
    int fd SCOPED(close_fd) = path.len ? fs_tree_directory(tree, path) : -1;
    return !path.len || fd >= 0;
}

/* ---- reading ---- */

bool fs_read_at(const FsFile *file, uint64_t offset, char *into, size_t len, size_t *got, Err *err)
{
    *got = 0;
    while (*got < len) {
        ssize_t n =
            fs_fault() ? -1 : pread(file->fd, into + *got, len - *got, (off_t)(offset + *got));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return fail_reading(file->shown, ERR_FAILED, errno, err);
        if (n == 0)
            return true;
        *got += (size_t)n;
    }
    return true;
}

/* True if size, stamp, and inode are the same as at open. */
static bool is_unchanged(const FsFile *file)
{
    struct stat info;
    return fstat(file->fd, &info) == 0 && (uint64_t)info.st_size == file->size &&
           fs_stamp(&info) == file->stamp && fs_identity(&info) == file->inode;
}

static bool too_large(const FsFile *file, Err *err)
{
    err_set(err, ERR_FAILED, "'%.*s' is too large to load whole (%llu bytes)",
            (int)MIN(file->shown.len, PATH_SHOWN_BYTES), file->shown.ptr,
            (unsigned long long)file->size);
    return err_hint(err, "read a part: fovea read PATH --offset LINE --limit N, or fovea page PATH "
                         "--offset CHAR");
}

bool fs_read_all(Arena *arena, FsFile *file, Str *bytes, Err *err)
{
    char *start = arena->ptr;
    for (int i = 0; i < FS_READ_TRIES; i++) {
        if (file->size > FILE_BYTES_MAX)
            return too_large(file, err);
        arena->ptr = start;
        char *into = arena_bytes(arena, (size_t)file->size);
        size_t got = 0;
        if (!fs_read_at(file, 0, into, (size_t)file->size, &got, err))
            return false;
        if (got == file->size && is_unchanged(file)) {
            *bytes = (Str){into, got};
            return true;
        }
        struct stat info;
        if (fstat(file->fd, &info) == 0)
            note_version(file, &info);
    }
    err_set(err, ERR_STALE, "'%.*s' keeps changing while it is read",
            (int)MIN(file->shown.len, PATH_SHOWN_BYTES), file->shown.ptr);
    return err_hint(err, "try again, or copy the file and read the copy");
}

bool fs_read_own(Arena *arena, Str path, size_t max_bytes, Str *bytes, bool *found, Err *err)
{
    *found = false;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    Err ignored;
    if (!fs_open(arena, &(FsPolicy){0}, path, &file, &ignored)) {
        if (access(str_terminate(arena, path), F_OK) != 0 && errno == ENOENT)
            return true;
        /* another process may have made it since */
        if (!fs_open(arena, &(FsPolicy){0}, path, &file, err))
            return false;
    }
    *found = true;
    if (file.size > max_bytes) {
        err_set(err, ERR_FAILED, "'%.*s' is larger than %zu bytes", STR_ARG(path), max_bytes);
        return err_hint(err, "no configuration or token is that large: name another file");
    }
    return fs_read_all(arena, &file, bytes, err);
}

/* ---- the environment ---- */

Str fs_working_directory(Arena *arena)
{
    char path[PATH_BYTES_MAX];
    return getcwd(path, sizeof path) ? str_copy(arena, str_from(path)) : (Str){0};
}

Str fs_real_path(Arena *arena, Str path)
{
    char real[PATH_MAX];
    bool fits = path.len && path.len < PATH_BYTES_MAX;
    return fits && realpath(str_terminate(arena, path), real) ? str_copy(arena, str_from(real))
                                                              : (Str){0};
}

Str fs_environment(const char *name)
{
    return str_from(getenv(name));
}

static mode_t mode_of(Arena *arena, Str path)
{
    struct stat info;
    bool there = path.len < PATH_BYTES_MAX && stat(str_terminate(arena, path), &info) == 0;
    return there ? info.st_mode : 0;
}

bool fs_is_directory(Arena *arena, Str path)
{
    return S_ISDIR(mode_of(arena, path));
}

bool fs_is_special(Arena *arena, Str path)
{
    mode_t mode = mode_of(arena, path);
    return mode && !S_ISREG(mode);
}
