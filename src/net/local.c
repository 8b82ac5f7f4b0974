/* Paths of sockets are limited to some 100 bytes, so the directory is addressed through a
   descriptor. */
#include "net/local.h"

#include "base/hash.h"
#include "base/path.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* Connections that wait to be accepted: of one user, so a few. */
#define BACKLOG 16
/* Buffer size of mnt:[number]. */
#define LINK_BYTES 64

static void close_fd(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

uint64_t local_view_of(Arena scratch, Str directory)
{
    struct stat info;
    char mounts[LINK_BYTES];
    ssize_t len = readlink("/proc/self/ns/mnt", mounts, sizeof mounts);
    if (len <= 0 || stat(str_terminate(&scratch, directory), &info) != 0)
        return 0;
    Str text = str_format(&scratch, "%.*s %llu %llu %.*s", (int)len, mounts,
                          (unsigned long long)info.st_dev, (unsigned long long)info.st_ino,
                          STR_ARG(directory));
    return hash_fast(text) | 1;
}

static bool is_own(int fd)
{
    struct ucred peer;
    socklen_t len = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) == 0 && peer.uid == geteuid();
}

static int make_socket(void)
{
    return socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
}

/* Fills in the address; false if the path is impossible. The descriptor of its directory must stay
   open while the address is used. */
static bool make_address(Arena scratch, Str path, int *directory, struct sockaddr_un *address)
{
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    *directory =
        open(str_terminate(&scratch, path_directory(path)), O_PATH | O_DIRECTORY | O_CLOEXEC);
    Str name = str_format(&scratch, "/proc/self/fd/%d/%.*s", *directory, STR_ARG(path_base(path)));
    if (*directory < 0 || name.len >= sizeof address->sun_path)
        return false;
    memcpy(address->sun_path, name.ptr, name.len);
    return true;
}

int local_connect(Arena scratch, Str path)
{
    struct sockaddr_un address;
    int directory SCOPED(close_fd) = -1, fd = -1;
    if (!make_address(scratch, path, &directory, &address) || (fd = make_socket()) < 0)
        return -1;
    if (connect(fd, (const struct sockaddr *)&address, sizeof address) != 0 || !is_own(fd))
        close_fd(&fd);
    return fd;
}

LocalSocket local_listen(Arena scratch, Str path)
{
    struct sockaddr_un address;
    struct stat info;
    LocalSocket none = {.fd = -1};
    int directory SCOPED(close_fd) = -1, other SCOPED(close_fd) = local_connect(scratch, path);
    if (other >= 0 || !make_address(scratch, path, &directory, &address))
        return none;
    int fd = make_socket();
    if (fd < 0)
        return none;
    unlink(str_terminate(&scratch, path));
    bool listens = bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
                   stat(address.sun_path, &info) == 0 && chmod(address.sun_path, 0600) == 0 &&
                   listen(fd, BACKLOG) == 0;
    if (!listens)
        close_fd(&fd);
    return listens ? (LocalSocket){fd, info.st_ino} : none;
}

void local_close(LocalSocket *listener, Arena scratch, Str path)
{
    struct stat info;
    const char *name = str_terminate(&scratch, path);
    if (listener->fd >= 0 && stat(name, &info) == 0 && info.st_ino == listener->inode)
        unlink(name);
    close_fd(&listener->fd);
}

int local_accept(const LocalSocket *listener)
{
    int fd;
    do {
        fd = accept4(listener->fd, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
        if (fd >= 0 && is_own(fd))
            return fd;
        close_fd(&fd);
    } while (fd >= 0);
    return -1;
}
