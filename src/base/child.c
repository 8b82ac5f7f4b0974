/* A child is either a fresh process of this program, which starts small and shares no memory of the
   parent, or a fork, which has all of it. Either way it keeps one end of a socket pair and closes
   every other descriptor before it serves. A sibling is a fork whose parent is the caller's parent
   (CLONE_PARENT), so that the parent can wait for it. */
#include "base/child.h"

#include "base/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
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

bool child_write_both(int fd, Str head, Str body)
{
    struct iovec parts[] = {{(void *)(uintptr_t)head.ptr, head.len},
                            {(void *)(uintptr_t)body.ptr, body.len}};
    struct msghdr message = {.msg_iov = parts, .msg_iovlen = COUNT(parts)};
    ssize_t n = sendmsg(fd, &message, MSG_NOSIGNAL);
    size_t sent = n > 0 ? (size_t)n : 0;
    if (n < 0 && errno != EINTR)
        return false;
    if (sent < head.len)
        return child_write(fd, head.ptr + sent, head.len - sent) &&
               child_write(fd, body.ptr, body.len);
    sent -= head.len;
    return child_write(fd, body.ptr + sent, body.len - sent);
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

/* After a fork, in the parent; false if the fork failed. */
static bool keep_parents_end(const int pair[2], pid_t pid, Child *child)
{
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return false;
    }
    *child = (Child){.pid = pid, .fd = pair[0]};
    return true;
}

bool child_start(void (*serve)(int fd, void *state), void *state, int patience_ms, Child *child)
{
    struct timeval patience = {.tv_sec = patience_ms / 1000, .tv_usec = patience_ms % 1000 * 1000};
    int pair[2];
    *child = (Child){.fd = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    bool patient = setsockopt(pair[0], SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience) == 0 &&
                   setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience) == 0;
    pid_t pid = patient ? fork() : -1;
    if (pid == 0) {
        int fd = dup2(pair[1], STDIN_FILENO);
        sandbox_enter(STDIN_FILENO);
        if (fd >= 0)
            serve(fd, state);
        _exit(0);
    }
    return keep_parents_end(pair, pid, child);
}

#define CHILD_FD (STDERR_FILENO + 1)

/* The child's end becomes CHILD_FD; nothing else is left open but standard error. */
static bool keep_only(int fd)
{
    int null = open("/dev/null", O_RDWR);
    bool kept = null >= 0 && dup2(null, STDIN_FILENO) >= 0 && dup2(null, STDOUT_FILENO) >= 0 &&
                dup2(fd, CHILD_FD) >= 0 && fcntl(CHILD_FD, F_SETFD, FD_CLOEXEC) == 0;
    return kept && close_range(CHILD_FD + 1, ~0U, 0) == 0;
}

static void reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int i = 1; i < NSIG; i++)
        signal(i, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
}

/* A fork whose child has the parent of the caller. */
static pid_t fork_sibling(void)
{
    return (pid_t)syscall(SYS_clone, (unsigned long)CLONE_PARENT | SIGCHLD, 0UL, 0UL, 0UL, 0UL);
}

static bool start_own(void (*serve)(int fd, void *state), void *state, bool sibling, Child *child)
{
    int pair[2];
    *child = (Child){.fd = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    pid_t parent = sibling ? getppid() : getpid(), pid = sibling ? fork_sibling() : fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        reset_signals();
        if (getppid() == parent && keep_only(pair[1]))
            serve(CHILD_FD, state);
        _exit(0);
    }
    return keep_parents_end(pair, pid, child);
}

bool child_fork(void (*serve)(int fd, void *state), void *state, Child *child)
{
    return start_own(serve, state, false, child);
}

bool child_fork_sibling(void (*serve)(int fd, void *state), void *state, Child *child)
{
    return start_own(serve, state, true, child);
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

/* Control buffer for one descriptor passed with a message. */
typedef union Passed {
    struct cmsghdr head;
    char bytes[CMSG_SPACE(sizeof(int))];
} Passed;

bool child_send(int fd, const void *bytes, size_t len, int passed)
{
    Passed room = {0};
    struct iovec part = {(void *)(uintptr_t)bytes, len};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (passed >= 0) {
        message.msg_control = &room;
        message.msg_controllen = sizeof room;
        room.head = (struct cmsghdr){
            .cmsg_len = CMSG_LEN(sizeof(int)), .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS};
        memcpy(CMSG_DATA(&room.head), &passed, sizeof passed);
    }
    ssize_t n;
    do
        n = sendmsg(fd, &message, MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    return n == (ssize_t)len;
}

bool child_receive(int fd, void *bytes, size_t len, int *passed)
{
    Passed room = {0};
    struct iovec part = {bytes, len};
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &room, .msg_controllen = sizeof room};
    ssize_t n;
    *passed = -1;
    do
        n = recvmsg(fd, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC);
    while (n < 0 && errno == EINTR);
    struct cmsghdr *head = n > 0 ? CMSG_FIRSTHDR(&message) : NULL;
    if (head && head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS)
        memcpy(passed, CMSG_DATA(head), sizeof *passed);
    return n == (ssize_t)len;
}

/* ---- shared memory ---- */

char *child_memory_open(size_t len)
{
    void *memory =
        mmap(NULL, len, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void child_memory_share(char *memory, size_t len, bool shared)
{
    madvise(memory, len, shared ? MADV_DOFORK : MADV_DONTFORK);
}

void child_memory_close(char *memory, size_t len)
{
    if (memory)
        munmap(memory, len);
}
