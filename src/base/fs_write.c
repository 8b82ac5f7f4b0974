/* Atomic writing: a temporary file next to the target, synced and renamed over it. */
#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <unistd.h>

#define DIRECTORY_MODE 0700

bool fs_make_directories(Arena scratch, Str directory)
{
    for (size_t i = 1; i <= directory.len; i++) {
        if (i < directory.len && directory.ptr[i] != '/')
            continue;
        const char *part = str_terminate(&scratch, str_slice(directory, 0, i));
        if (mkdir(part, DIRECTORY_MODE) != 0 && errno != EEXIST && errno != EISDIR)
            return false;
    }
    return true;
}

bool fs_has_bytes(Arena scratch, Str path)
{
    struct stat info;
    return stat(str_terminate(&scratch, path), &info) == 0 && info.st_size > 0;
}

bool fs_is_of_kernel(int fd, const struct stat *info)
{
    struct statfs of;
    return (info->st_size == 0 || info->st_size == 4096) && fstatfs(fd, &of) == 0 &&
           (of.f_type == PROC_SUPER_MAGIC || of.f_type == SYSFS_MAGIC ||
            of.f_type == CGROUP2_SUPER_MAGIC);
}

bool fs_is_full(Arena scratch, Str directory)
{
    struct statvfs room;
    return statvfs(str_terminate(&scratch, directory), &room) == 0 && !room.f_bavail;
}

bool fs_write_whole(int fd, Str bytes)
{
    while (bytes.len) {
        ssize_t n = fs_fault() ? -1 : write(fd, bytes.ptr, bytes.len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        bytes = str_from_offset(bytes, (size_t)n);
    }
    return true;
}

bool fs_sync(int fd)
{
    return !fs_fault() && fsync(fd) == 0;
}

static bool fail(Str path, int cause, Err *err)
{
    err_set(err, ERR_FAILED, "cannot write '%.*s': %s", (int)MIN(path.len, PATH_SHOWN_BYTES),
            path.ptr, strerror(cause));
    return fs_hint(cause, err);
}

bool fs_write_atomic(Arena scratch, Str path, Str bytes, unsigned mode, Err *err)
{
    if (!path.len || path.len + 16 >= PATH_BYTES_MAX) {
        err_set(err, ERR_USAGE, "not a valid path to write");
        return err_hint(err, "name a file with a path of at most %d bytes", PATH_BYTES_MAX);
    }
    char *temporary = str_terminate(&scratch, str_join(&scratch, path, STR(".XXXXXX")));
    int fd = fs_fault() ? -1 : mkostemp(temporary, O_CLOEXEC);
    if (fd < 0)
        return fail(path, errno, err);
    bool written = fchmod(fd, (mode_t)mode) == 0 && fs_write_whole(fd, bytes) && fs_sync(fd);
    int cause = errno;
    if (close(fd) != 0 && written) {
        written = false;
        cause = errno;
    }
    if (written && (fs_fault() || rename(temporary, str_terminate(&scratch, path)) != 0)) {
        written = false;
        cause = errno;
    }
    if (written)
        return true;
    unlink(temporary);
    return fail(path, cause, err);
}
