#include "base/proc_follow.h"

#include "base/limits.h"
#include "base/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

/* How often the other process is checked. */
#define LOOK_MS 500
/* Time for an interrupted process to save its work. */
#define PATIENCE_MS 5000
#define WORDS_BYTES_MAX (64 * KB)

/* Waits a moment for the process to end. A zombie counts as ended, except on kernels without
   pidfds. */
static bool has_ended(uint64_t process, int fd)
{
    struct pollfd end = {.fd = fd, .events = POLLIN};
    (void)poll(&end, 1, LOOK_MS);
    return process && (fd >= 0 ? end.revents != 0 : kill((pid_t)process, 0) != 0 && errno == ESRCH);
}

static void *look(void *state)
{
    const ProcFollow *follow = state;
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    int fd = follow->owner ? (int)syscall(SYS_pidfd_open, (pid_t)follow->owner, 0) : -1;
    while (!has_ended(follow->owner, fd) && !(follow->gone && follow->gone(follow)))
        continue;
    kill(getpid(), SIGINT);
    proc_sleep_ms(PATIENCE_MS);
    kill(getpid(), SIGKILL);
    return NULL;
}

bool proc_follow(const ProcFollow *follow)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, look, (void *)(uintptr_t)follow) != 0)
        return false;
    pthread_detach(thread);
    return true;
}

Str proc_words(Arena *arena, uint64_t process)
{
    Str path = str_format(arena, "/proc/%llu/cmdline", (unsigned long long)process);
    int fd = open(str_terminate(arena, path), O_RDONLY | O_CLOEXEC);
    char *bytes = arena_bytes(arena, WORDS_BYTES_MAX);
    ssize_t len = fd < 0 ? 0 : read(fd, bytes, WORDS_BYTES_MAX);
    if (fd >= 0)
        close(fd);
    return (Str){bytes, (size_t)MAX(len, 0)};
}

bool proc_end(uint64_t process, bool hard)
{
    return process > 1 && kill((pid_t)process, hard ? SIGKILL : SIGINT) == 0;
}
