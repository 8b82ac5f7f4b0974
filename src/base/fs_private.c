#include "base/fs_private.h"

#include "base/fs.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* flock(2) has no time limit, so a lock is tried again after this time. */
#define LOCK_POLL_MS 5

static bool is_missing(int cause)
{
    return cause == ENOENT || cause == ENOTDIR;
}

bool fs_is_private(Arena scratch, Str directory)
{
    struct stat info;
    if (stat(str_terminate(&scratch, directory), &info) != 0)
        return is_missing(errno);
    return S_ISDIR(info.st_mode) && info.st_uid == geteuid() &&
           !(info.st_mode & (S_IWGRP | S_IWOTH));
}

/* An existing file is never opened: SQLite's locks on it, of any connection of this process, would
   be lost when the descriptor is closed (POSIX record locks). Nobody else can replace it in a
   private directory. */
bool fs_make_private(Arena scratch, Str path, bool wanted)
{
    struct stat info;
    char *name = str_terminate(&scratch, path);
    int fd = wanted ? open(name, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR) : -1;
    if (fd >= 0) {
        close(fd);
        return true;
    }
    if (lstat(name, &info) != 0)
        return is_missing(errno) && !wanted;
    bool own = S_ISREG(info.st_mode) && info.st_uid == geteuid();
    if (own && info.st_mode & (S_IRWXG | S_IRWXO))
        own = chmod(name, S_IRUSR | S_IWUSR) == 0;
    return own;
}

bool fs_is_own_file(Arena scratch, Str path)
{
    struct stat info;
    if (lstat(str_terminate(&scratch, path), &info) != 0)
        return errno == ENOENT;
    return S_ISREG(info.st_mode) && info.st_uid == geteuid();
}

bool fs_read_secret(Arena *arena, Str path, size_t max_bytes, Str *bytes, Err *err)
{
    struct stat info;
    FsFile file SCOPED(fs_close) = {.fd = -1};
    if (!fs_open(arena, &(FsPolicy){0}, path, &file, err))
        return false;
    if (fstat(file.fd, &info) != 0 || info.st_uid != geteuid()) {
        err_set(err, ERR_USAGE, "'%.*s' belongs to another user", STR_ARG(path));
        return err_hint(err, "a secret is only read from a file of your own");
    }
    if (info.st_mode & (S_IRWXG | S_IRWXO)) {
        err_set(err, ERR_USAGE, "'%.*s' is accessible to other users (mode %04o)", STR_ARG(path),
                (unsigned)(info.st_mode & 07777));
        return err_hint(err, "chmod 600 makes it yours alone; change the secret if others may "
                             "have read it");
    }
    if (file.size > max_bytes) {
        err_set(err, ERR_USAGE, "'%.*s' is larger than %zu bytes", STR_ARG(path), max_bytes);
        return err_hint(err, "name a file that holds the secret alone");
    }
    return fs_read_all(arena, &file, bytes, err);
}

int fs_lock_take(Arena scratch, Str path, int wait_ms)
{
    int fd = fs_fault()
                 ? -1
                 : open(str_terminate(&scratch, path),
                        O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return -1;
    for (int waited = 0; flock(fd, LOCK_EX | LOCK_NB) != 0; waited += LOCK_POLL_MS) {
        if (waited >= wait_ms) {
            close(fd);
            errno = EWOULDBLOCK;
            return -1;
        }
        nanosleep(&(struct timespec){.tv_nsec = LOCK_POLL_MS * 1000000L}, NULL);
    }
    return fd;
}

void fs_lock_release(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

uint64_t fs_own_bytes(Arena scratch, Str path)
{
    struct stat info;
    return lstat(str_terminate(&scratch, path), &info) == 0 ? (uint64_t)info.st_size : 0;
}

bool fs_remove_own(Arena scratch, Str path)
{
    return !fs_fault() && (unlink(str_terminate(&scratch, path)) == 0 || errno == ENOENT);
}

bool fs_sync_directory(Arena scratch, Str directory)
{
    int fd = fs_fault()
                 ? -1
                 : open(str_terminate(&scratch, directory), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool synced = fs_sync(fd);
    int cause = errno;
    close(fd);
    errno = cause;
    return synced;
}
