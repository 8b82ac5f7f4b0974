#include "base/fs_private.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

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

bool fs_make_private(Arena scratch, Str path, bool wanted)
{
    struct stat info;
    int flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (wanted ? O_CREAT : 0);
    int fd = open(str_terminate(&scratch, path), flags, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return is_missing(errno) && !wanted;
    bool own = fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_uid == geteuid();
    if (own && info.st_mode & (S_IRWXG | S_IRWXO))
        own = fchmod(fd, S_IRUSR | S_IWUSR) == 0;
    close(fd);
    return own;
}
