/* spawn RUNS COMMAND…: runs a command repeatedly and discards its output. Prints the medians of
   wall and CPU milliseconds, the largest memory in KB, the exit code, and the bytes of output. */
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS_MAX 101
#define MAX(a, b) ((a) > (b) ? (a) : (b))

extern char **environ;

static double wall_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static double seconds_ms(struct timeval time)
{
    return (double)time.tv_sec * 1e3 + (double)time.tv_usec / 1e3;
}

static int compare_doubles(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

typedef struct Run {
    double wall, cpu;
    long memory_kb, bytes;
    int code;
} Run;

static Run run_once(char **command)
{
    char block[65536];
    int out[2];
    Run run = {0};
    pid_t pid = 0;
    posix_spawn_file_actions_t actions;
    if (pipe(out) != 0)
        exit(2);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, out[0]);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    double start = wall_ms();
    if (posix_spawnp(&pid, command[0], &actions, NULL, command, environ) != 0)
        exit(2);
    close(out[1]);
    for (ssize_t n; (n = read(out[0], block, sizeof block)) > 0;)
        run.bytes += n;
    int status = 0;
    struct rusage usage;
    wait4(pid, &status, 0, &usage);
    run.wall = wall_ms() - start;
    run.cpu = seconds_ms(usage.ru_utime) + seconds_ms(usage.ru_stime);
    run.memory_kb = usage.ru_maxrss;
    run.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    close(out[0]);
    posix_spawn_file_actions_destroy(&actions);
    return run;
}

int main(int argc, char **argv)
{
    double wall[RUNS_MAX], cpu[RUNS_MAX];
    long runs = argc > 2 ? strtol(argv[1], NULL, 10) : 0, memory_kb = 0;
    Run run = {0};
    if (runs < 1 || runs > RUNS_MAX) {
        fprintf(stderr, "usage: spawn RUNS COMMAND...\n");
        return 2;
    }
    for (long i = 0; i < runs; i++) {
        run = run_once(argv + 2);
        wall[i] = run.wall;
        cpu[i] = run.cpu;
        memory_kb = MAX(memory_kb, run.memory_kb);
    }
    qsort(wall, (size_t)runs, sizeof *wall, compare_doubles);
    qsort(cpu, (size_t)runs, sizeof *cpu, compare_doubles);
    printf("%.3f %.3f %ld %d %ld\n", wall[runs / 2], cpu[runs / 2], memory_kb, run.code, run.bytes);
    return 0;
}
