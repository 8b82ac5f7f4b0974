#include "base/fs_below.h"

#include "base/limits.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static int fail(int fd, int cause)
{
    if (fd >= 0)
        close(fd);
    errno = cause;
    return -1;
}

/* Opens one component, which must not be a link. */
static int open_step(int directory, const char *name, unsigned flags)
{
    struct stat info;
    int fd = openat(directory, name, (int)(flags | O_NOFOLLOW | O_CLOEXEC));
    if (fd < 0 || (flags & O_NOFOLLOW) || !(flags & O_PATH))
        return fd;
    if (fstat(fd, &info) != 0)
        return fail(fd, errno);
    return S_ISLNK(info.st_mode) ? fail(fd, ELOOP) : fd;
}

/* Opens a path without links and `..`, step by step. */
static int walk(int root_fd, char *path, unsigned flags)
{
    char *rest = NULL, *name = strtok_r(path, "/", &rest);
    int at = fcntl(root_fd, F_DUPFD_CLOEXEC, 0);
    while (at >= 0 && name) {
        char *next = strtok_r(NULL, "/", &rest);
        bool leaves = strcmp(name, "..") == 0;
        int fd =
            leaves ? fail(-1, EXDEV) : open_step(at, name, next ? O_PATH | O_DIRECTORY : flags);
        int cause = errno;
        close(at);
        errno = cause;
        at = fd;
        name = next;
    }
    return at;
}

/* Resolves a path with links, relative to the directory; the last name is kept when it may be a
   link. False with errno. */
static bool resolve(int root_fd, char *path, bool keep_last)
{
    char link[64], root[PATH_BYTES_MAX], whole[2 * PATH_BYTES_MAX + 2], real[PATH_BYTES_MAX];
    char last[PATH_BYTES_MAX + 1] = "";
    char *slash = strrchr(path, '/');
    if (keep_last) {
        snprintf(last, sizeof last, "/%s", slash ? slash + 1 : path);
        *(slash ? slash : path) = '\0';
    }
    snprintf(link, sizeof link, "/proc/self/fd/%d", root_fd);
    if (!realpath(link, root))
        return false;
    int written = snprintf(whole, sizeof whole, "%s/%s", root, path);
    errno = ENAMETOOLONG;
    if (written >= (int)sizeof whole || !realpath(whole, real))
        return false;
    size_t len = strcmp(root, "/") == 0 ? 0 : strlen(root);
    errno = EXDEV;
    if (strncmp(real, root, len) != 0 || (real[len] != '/' && real[len]))
        return false;
    written = snprintf(path, PATH_BYTES_MAX, "%s%s", real + len, last);
    errno = ENAMETOOLONG;
    return written < (int)PATH_BYTES_MAX;
}

int fs_step_below(int root_fd, const char *path, unsigned flags, FsLinks links)
{
    char steps[PATH_BYTES_MAX];
    if (strlen(path) >= sizeof steps)
        return fail(-1, ENAMETOOLONG);
    if (!*path)
        return fail(-1, ENOENT);
    if (*path == '/')
        return fail(-1, EXDEV);
    memcpy(steps, path, strlen(path) + 1);
    if (links == FS_LINKS_INSIDE && !resolve(root_fd, steps, flags & O_NOFOLLOW))
        return -1;
    if (!steps[strspn(steps, "/.")] && !strstr(steps, ".."))
        return openat(root_fd, ".", (int)(flags | O_CLOEXEC)); /* the directory itself */
    return walk(root_fd, steps, flags);
}

int fs_open_below(int root_fd, const char *path, unsigned flags, FsLinks links)
{
    struct open_how how = {.flags = flags | O_CLOEXEC};
    how.resolve =
        RESOLVE_BENEATH | (links == FS_LINKS_NONE ? RESOLVE_NO_SYMLINKS : RESOLVE_NO_MAGICLINKS);
    int fd = (int)syscall(SYS_openat2, root_fd, path, &how, sizeof how);
    if (fd >= 0 || (errno != ENOSYS && errno != EPERM)) /* EPERM: an old seccomp filter */
        return fd;
    return fs_step_below(root_fd, path, flags, links);
}

Str fs_fd_path(Arena *arena, int fd)
{
    char link[64], path[PATH_BYTES_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t len = readlink(link, path, sizeof path);
    return len > 0 && (size_t)len < sizeof path ? str_copy(arena, (Str){path, (size_t)len})
                                                : (Str){0};
}

bool fs_real_below(Arena *arena, int root_fd, int fd, Str *path)
{
    Str root = fs_fd_path(arena, root_fd), real = fs_fd_path(arena, fd);
    if (!root.len || !real.len || !path_is_inside(real, root))
        return false;
    *path = str_from_offset(real, root.len);
    while (path->len && path->ptr[0] == '/')
        *path = str_from_offset(*path, 1);
    return true;
}
