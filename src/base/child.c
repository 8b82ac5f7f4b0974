#include "base/child.h"

#include "base/sandbox.h"

#include <errno.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

bool child_write(int fd, const void *bytes, size_t len)
{
    const char *at = bytes;
    while (len) {
        ssize_t n = send(fd, at, len, MSG_NOSIGNAL);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

bool child_read(int fd, void *bytes, size_t len)
{
    char *at = bytes;
    while (len) {
        ssize_t n = read(fd, at, len);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return false;
        at += n;
        len -= (size_t)n;
    }
    return true;
}

bool child_start(void (*serve)(int fd), Child *child)
{
    int pair[2];
    *child = (Child){.fd = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    pid_t pid = fork();
    if (pid == 0) {
        int fd = dup2(pair[1], STDIN_FILENO);
        sandbox_enter(STDIN_FILENO);
        if (fd >= 0)
            serve(fd);
        _exit(0);
    }
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return false;
    }
    *child = (Child){.pid = pid, .fd = pair[0]};
    return true;
}

int child_stop(Child *child)
{
    int status = 0;
    if (!child->pid)
        return 0;
    close(child->fd);
    while (waitpid(child->pid, &status, 0) < 0 && errno == EINTR)
        continue;
    *child = (Child){.fd = -1};
    return status;
}
