/* A timer checks the peak that the kernel counts. That covers everything (arenas, heap, stack and
   the program's own pages) and costs nothing on allocation. A page takes at least about half a
   microsecond, so a few megabytes can be added between two checks. */
#include "base/proc_memory.h"

#include "base/limits.h"
#include "base/str.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#define FENCE_LOOK_US 2000
/* Buffer size of the longest path: /proc/, a process id and smaps_rollup. */
#define PROC_PATH_BYTES 64

/* Global, one fence a process: a signal handler gets no argument. */
static struct {
    size_t start, cap;
} fence;

/* Bytes held by other processes, which proc_memory counts too. */
static size_t added;

/* Reads the beginning of a small file as text. */
static bool read_small(const char *path, char *text, size_t room)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, text, room - 1);
    if (fd >= 0)
        close(fd);
    text[MAX(n, 0)] = '\0';
    return n > 0;
}

/* Reads the second number of a statm file (proc(5)): resident pages. */
static size_t resident(const char *path)
{
    char text[128];
    char *rest = text;
    if (!read_small(path, text, sizeof text))
        return 0;
    (void)strtoull(text, &rest, 10);
    return (size_t)strtoull(rest, NULL, 10) * (size_t)sysconf(_SC_PAGESIZE);
}

size_t proc_memory(void)
{
    return resident("/proc/self/statm") + added;
}

size_t proc_memory_of(int pid)
{
    char path[PROC_PATH_BYTES];
    snprintf(path, sizeof path, "/proc/%d/statm", pid);
    return resident(path);
}

size_t proc_memory_part_of(int pid)
{
    char path[PROC_PATH_BYTES], text[2 * KB];
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", pid);
    const char *line = read_small(path, text, sizeof text) ? strstr(text, "\nPss:") : NULL;
    return line ? (size_t)strtoull(line + strlen("\nPss:"), NULL, 10) * KB : 0;
}

void proc_memory_add(size_t bytes)
{
    added += bytes;
}

uint64_t proc_memory_machine(void)
{
    char text[64];
    long pages = sysconf(_SC_PHYS_PAGES);
    uint64_t machine = (uint64_t)MAX(pages, 0) * (uint64_t)sysconf(_SC_PAGESIZE);
    uint64_t bound = 0;
    if (read_small("/sys/fs/cgroup/memory.max", text, sizeof text))
        bound = strtoull(text, NULL, 10); /* `max`: 0 */
    return bound ? MIN(bound, machine) : machine;
}

static size_t peak(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (size_t)usage.ru_maxrss * KB : 0;
}

size_t proc_fence_grown(void)
{
    size_t now = peak();
    return now > fence.start ? now - fence.start : 0;
}

static void on_look(int number)
{
    (void)number;
    if (proc_fence_grown() > fence.cap)
        _exit(PROC_EXIT_FENCE);
}

void proc_fence_start(void)
{
    struct sigaction action = {.sa_handler = on_look, .sa_flags = SA_RESTART};
    fence.start = peak();
    fence.cap = SIZE_MAX;
    sigaction(SIGALRM, &action, NULL);
}

static void look_every(suseconds_t us)
{
    struct itimerval timer = {.it_interval = {.tv_usec = us}, .it_value = {.tv_usec = us}};
    setitimer(ITIMER_REAL, &timer, NULL);
}

void proc_fence_set(size_t bytes)
{
    fence.cap = bytes;
    look_every(FENCE_LOOK_US);
}

void proc_fence_lift(void)
{
    look_every(0);
    on_look(0);
    fence.cap = SIZE_MAX;
}
