/* Every step goes through open_at(): below a root the kernel refuses to leave it. The new file is
   created next to the link's target and renamed over it, so a link stays a link. */
#include "base/fs_edit.h"

#include "base/fs.h"
#include "base/fs_below.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define TEMPORARY_TRIES 16

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

void fs_edit_close(FsEdit *edit)
{
    if (edit->beneath)
        close_fd(&edit->root);
    *edit = (FsEdit){.root = AT_FDCWD};
}

bool fs_edit_fail(const char *doing, Str path, int cause, Err *err)
{
    err_set(err, ERR_FAILED, "cannot %s '%.*s': %s", doing, (int)MIN(path.len, PATH_SHOWN_BYTES),
            path.ptr, cause == EXDEV ? "it leads out of the project" : strerror(cause));
    if (cause == EXDEV)
        return err_hint(err, "a symbolic link in it points elsewhere: replace the link, or edit "
                             "its target by hand");
    if (cause == EEXIST)
        return err_hint(err, "a symbolic link in it leads to nothing: remove the link");
    return fs_hint(cause, err);
}

static int open_at(const FsEdit *edit, const char *path, int flags)
{
    if (fs_fault())
        return -1;
    return edit->beneath ? fs_open_below(edit->root, path, (unsigned)flags, FS_LINKS_INSIDE)
                         : openat(edit->root, path, flags | O_CLOEXEC);
}

/* ---- reading ---- */

static bool is_dangling(const FsEdit *edit, const char *path)
{
    int fd SCOPED(close_fd) = open_at(edit, path, O_PATH | O_NOFOLLOW);
    return fd >= 0;
}

/* The real path of a descriptor, relative to the root if one is set. */
static bool real_target(Arena *arena, const FsEdit *edit, int fd, Str *target)
{
    if (edit->beneath)
        return fs_real_below(arena, edit->root, fd, target) && target->len;
    *target = fs_fd_path(arena, fd);
    return target->len > 0;
}

bool fs_edit_read(Arena *arena, FsEdit *edit, int fd, size_t max_bytes, Err *err)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    FsFile file = {.shown = edit->path, .resolved = edit->path, .size = edit->size};
    file.stamp = edit->stamp;
    file.inode = edit->inode;
    if (edit->size > max_bytes) {
        err_set(err, ERR_FAILED, "'%.*s' is larger than %zu MB", STR_ARG(edit->path),
                max_bytes / MB);
        return err_hint(err, "edit it by hand");
    }
    file.fd = fs_fault() ? -1 : open(link, O_RDONLY | O_CLOEXEC);
    if (file.fd < 0)
        return fs_edit_fail("read", edit->path, errno, err);
    bool read = fs_read_all(arena, &file, &edit->bytes, err);
    edit->size = file.size;
    edit->stamp = file.stamp;
    fs_close(&file);
    return read;
}

static bool read_file(Arena *arena, FsEdit *edit, int fd, size_t max_bytes, Err *err)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return fs_edit_fail("read", edit->path, errno, err);
    if (!S_ISREG(info.st_mode)) {
        err_set(err, ERR_FAILED, "'%.*s' is not a regular file", STR_ARG(edit->path));
        return err_hint(err, "move it away");
    }
    edit->exists = true;
    edit->mode = info.st_mode & 07777;
    edit->owner = info.st_uid;
    edit->group = info.st_gid;
    edit->device = info.st_dev;
    edit->inode = fs_identity(&info);
    edit->size = (uint64_t)info.st_size;
    edit->stamp = fs_stamp(&info);
    if (!real_target(arena, edit, fd, &edit->target)) {
        err_set(err, ERR_FAILED, "the real path of '%.*s' cannot be found", STR_ARG(edit->path));
        return err_hint(err, "mount /proc");
    }
    return fs_edit_read(arena, edit, fd, max_bytes, err);
}

bool fs_edit_open(Arena *arena, Str root, Str path, size_t max_bytes, FsEdit *edit, Err *err)
{
    *edit = (FsEdit){.root = AT_FDCWD, .path = path, .target = path};
    if (!path.len || path.len + 32 >= PATH_BYTES_MAX) {
        err_set(err, ERR_USAGE, "not a valid path to write");
        return err_hint(err, "a path has at most %d bytes", PATH_BYTES_MAX - 32);
    }
    if (root.len) {
        edit->root = open(str_terminate(arena, root), O_PATH | O_DIRECTORY | O_CLOEXEC);
        edit->beneath = true;
        if (edit->root < 0)
            return fs_edit_fail("open", root, errno, err);
    }
    const char *name = str_terminate(arena, path);
    int fd SCOPED(close_fd) = open_at(edit, name, O_PATH);
    if (fd >= 0)
        return read_file(arena, edit, fd, max_bytes, err);
    int cause = errno;
    if (cause == ENOENT && is_dangling(edit, name)) {
        err_set(err, ERR_FAILED, "'%.*s' is a symbolic link to nothing", STR_ARG(path));
        return err_hint(err, "remove the link, or create its target");
    }
    return cause == ENOENT || fs_edit_fail("read", path, cause, err);
}

/* ---- writing ---- */

bool fs_edit_make_directory(int parent, const char *name)
{
    struct stat above;
    if (mkdirat(parent, name, 0777) != 0)
        return false;
    return geteuid() ||
           (fstat(parent, &above) == 0 &&
            fchownat(parent, name, above.st_uid, above.st_gid, AT_SYMLINK_NOFOLLOW) == 0);
}

/* Opens the directory of the target, creating missing directories. */
static int open_directory(Arena scratch, const FsEdit *edit)
{
    Str directory = path_directory(edit->target);
    for (size_t i = 1; i <= directory.len; i++) {
        if (i < directory.len && directory.ptr[i] != '/')
            continue;
        Str part = str_slice(directory, 0, i);
        int fd SCOPED(close_fd) =
            open_at(edit, str_terminate(&scratch, part), O_PATH | O_DIRECTORY);
        if (fd >= 0)
            continue;
        if (errno != ENOENT)
            return -1;
        int parent SCOPED(close_fd) =
            open_at(edit, str_terminate(&scratch, path_directory(part)), O_PATH | O_DIRECTORY);
        if (parent < 0 || !fs_edit_make_directory(parent, str_terminate(&scratch, path_base(part))))
            return -1;
    }
    return open_at(edit, str_terminate(&scratch, directory), O_RDONLY | O_DIRECTORY);
}

/* Creates a new file next to the target; its name is stored in `name`. */
static int open_temporary(int directory, unsigned mode, char *name, size_t cap)
{
    for (unsigned i = 0; i < TEMPORARY_TRIES; i++) {
        snprintf(name, cap, ".fovea-%ld-%u", (long)getpid(), i);
        int fd = fs_fault() ? -1
                            : openat(directory, name,
                                     O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static bool is_unchanged(const FsEdit *edit, int directory, const char *name)
{
    struct stat info;
    if (fstatat(directory, name, &info, AT_SYMLINK_NOFOLLOW) != 0)
        return !edit->exists && errno == ENOENT;
    return edit->exists && info.st_dev == edit->device && fs_identity(&info) == edit->inode &&
           (uint64_t)info.st_size == edit->size && fs_stamp(&info) == edit->stamp;
}

static bool fail_changed(const FsEdit *edit, Err *err)
{
    err_set(err, ERR_STALE, "another program changed '%.*s' meanwhile", STR_ARG(edit->path));
    return err_hint(err, "run the command again");
}

bool fs_edit_keep_owner(const FsEdit *edit, int fd, int directory)
{
    struct stat made, above;
    if (fs_fault() || fstat(fd, &made) != 0 || fstat(directory, &above) != 0)
        return false;
    bool given = !edit->exists && !geteuid();
    uid_t owner = edit->exists ? edit->owner : given ? above.st_uid : made.st_uid;
    gid_t group = edit->exists ? edit->group : given ? above.st_gid : made.st_gid;
    return (made.st_uid == owner && made.st_gid == group) || fchown(fd, owner, group) == 0;
}

static bool fill_temporary(const FsEdit *edit, int fd, Str bytes)
{
    return (!edit->exists || fchmod(fd, (mode_t)edit->mode) == 0) && fs_write_whole(fd, bytes) &&
           fs_sync(fd);
}

bool fs_edit_fail_owner(Str path, int cause, Err *err)
{
    err_set(err, ERR_FAILED, "cannot write '%.*s' and keep its owner: %s",
            (int)MIN(path.len, PATH_SHOWN_BYTES), path.ptr, strerror(cause));
    return err_hint(err, "run the command as its owner");
}

bool fs_edit_write(Arena scratch, const FsEdit *edit, Str bytes, unsigned mode, Err *err)
{
    char temporary[64];
    const char *name = str_terminate(&scratch, path_base(edit->target));
    int directory SCOPED(close_fd) = open_directory(scratch, edit);
    if (directory < 0)
        return fs_edit_fail("write", edit->path, errno, err);
    int fd = open_temporary(directory, mode, temporary, sizeof temporary);
    if (fd < 0)
        return fs_edit_fail("write", edit->path, errno, err);
    bool owned = fs_edit_keep_owner(edit, fd, directory);
    bool written = owned && fill_temporary(edit, fd, bytes);
    int cause = errno;
    written = close(fd) == 0 && written;
    if (written && !is_unchanged(edit, directory, name)) {
        unlinkat(directory, temporary, 0);
        return fail_changed(edit, err);
    }
    if (written && !fs_fault() && renameat(directory, temporary, directory, name) == 0) {
        fsync(directory);
        return true;
    }
    cause = written ? errno : cause;
    unlinkat(directory, temporary, 0);
    if (!owned)
        return fs_edit_fail_owner(edit->path, cause, err);
    return fs_edit_fail("write", edit->path, cause, err);
}

/* ---- removing ---- */

static size_t component_count(Str path)
{
    size_t count = 0;
    for (Str part; str_take_until(&path, '/', &part);)
        count += part.len > 0;
    return count;
}

bool fs_edit_remove(Arena scratch, const FsEdit *edit, size_t keep, Err *err)
{
    Str path = edit->target;
    const char *name = str_terminate(&scratch, path_base(path));
    int directory SCOPED(close_fd) = open_directory(scratch, edit);
    if (directory < 0)
        return fs_edit_fail("remove", edit->path, errno, err);
    if (!is_unchanged(edit, directory, name))
        return fail_changed(edit, err);
    if (fs_fault() || unlinkat(directory, name, 0) != 0)
        return fs_edit_fail("remove", edit->path, errno, err);
    for (path = path_directory(path); component_count(path) > keep; path = path_directory(path)) {
        int parent SCOPED(close_fd) =
            open_at(edit, str_terminate(&scratch, path_directory(path)), O_PATH | O_DIRECTORY);
        if (parent < 0 ||
            unlinkat(parent, str_terminate(&scratch, path_base(path)), AT_REMOVEDIR) != 0)
            break;
    }
    return true;
}
