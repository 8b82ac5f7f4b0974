/* A program is started with posix_spawn and given its input and output through pipes. One poll loop
   feeds it, collects its output and watches the clock and the caller's cancellation. PATH is
   searched here, not by the C library, so that relative and empty directories in it are skipped;
   the child gets the cleaned PATH as well. */
#include "base/proc.h"

#include "base/buf.h"
#include "base/fs.h"
#include "base/work_limit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Where PATH is not set. */
#define DEFAULT_PATH "/usr/local/bin:/usr/bin:/bin"
/* How often cancellation is checked. With the time to kill and to reap the child, this stays below
   100 ms, which feels immediate. */
#define CANCEL_LOOK_MS 25

int64_t proc_clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void proc_sleep_ms(int ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL);
}

/* Takes the next absolute directory of PATH; false after the last. */
static bool take_directory(Str *rest, Str *directory)
{
    while (str_take_until(rest, ':', directory))
        if (directory->len && directory->ptr[0] == '/')
            return true;
    return false;
}

static Str search_path(void)
{
    Str path = fs_environment("PATH");
    return path.ptr ? path : STR(DEFAULT_PATH);
}

bool proc_find(const char *name, char path[PATH_BYTES_MAX])
{
    Str rest = search_path(), directory;
    struct stat info;
    while (take_directory(&rest, &directory)) {
        int len = snprintf(path, PATH_BYTES_MAX, "%.*s/%s", STR_ARG(directory), name);
        if (len > 0 && len < PATH_BYTES_MAX && access(path, X_OK) == 0 && stat(path, &info) == 0 &&
            S_ISREG(info.st_mode))
            return true;
    }
    return false;
}

bool proc_exists(const char *name)
{
    char path[PATH_BYTES_MAX];
    return proc_find(name, path);
}

/* The environment of a program: PATH without entries that depend on the working directory. One
   block of memory, which the caller frees; NULL on failure. */
static char **make_environment(void)
{
    size_t count = 0, at = 0;
    Str rest = search_path(), directory;
    while (environ && environ[count])
        count++;
    size_t bytes = sizeof "PATH=" + rest.len + 1;
    char **made = malloc((count + 2) * sizeof *made + bytes);
    if (!made)
        return NULL;
    char *text = (char *)(made + count + 2), *end = stpcpy(text, "PATH=");
    while (take_directory(&rest, &directory)) {
        if (end[-1] != '=')
            *end++ = ':';
        end = mempcpy(end, directory.ptr, directory.len);
    }
    *end = '\0';
    made[at++] = text;
    for (size_t i = 0; i < count; i++)
        if (strncmp(environ[i], "PATH=", strlen("PATH=")) != 0)
            made[at++] = environ[i];
    made[at] = NULL;
    return made;
}

/* Like posix_spawnp, but searches only absolute directories. Returns an errno. */
static int start_program(pid_t *pid, const char *program, const posix_spawn_file_actions_t *actions,
                         const posix_spawnattr_t *attributes, const char *const *argv)
{
    char path[PATH_BYTES_MAX];
    if (!strchr(program, '/')) {
        if (!proc_find(program, path))
            return ENOENT;
        program = path;
    }
    char **environment = make_environment();
    if (!environment)
        return ENOMEM;
    int failed =
        posix_spawn(pid, program, actions, attributes, (char *const *)(uintptr_t)argv, environment);
    free(environment);
    return failed;
}

void proc_use_small_pages(bool small)
{
    prctl(PR_SET_THP_DISABLE, small, 0, 0, 0);
}

void proc_set_name(const char *name)
{
    prctl(PR_SET_NAME, name);
}

uint64_t proc_start(const char *program, const char *const *argv)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        posix_spawn_file_actions_addopen(&actions, fd, "/dev/null", O_RDWR, 0);
#ifdef __GLIBC__ /* no reader of an inherited pipe may wait for this process */
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    int failed = start_program(&pid, program, &actions, &attributes, argv);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return failed ? 0 : (uint64_t)pid;
}

static bool spawn_here(const char *const *argv, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none, interrupts;
    sigemptyset(&none);
    sigemptyset(&interrupts);
    sigaddset(&interrupts, SIGINT);
    sigaddset(&interrupts, SIGQUIT);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
#ifdef __GLIBC__
    posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
#endif
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &interrupts);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    int failed = start_program(pid, argv[0], &actions, &attributes, argv);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    errno = failed;
    return !failed;
}

bool proc_run_here(const char *const *argv, int *exit_code, Err *err)
{
    static const int ignored[] = {SIGINT, SIGQUIT};
    struct sigaction former[COUNT(ignored)], ignore = {.sa_handler = SIG_IGN};
    int status = 0;
    pid_t pid;
    for (size_t i = 0; i < COUNT(ignored); i++)
        sigaction(ignored[i], &ignore, &former[i]);
    bool started = spawn_here(argv, &pid);
    int cause = errno;
    while (started && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    for (size_t i = 0; i < COUNT(ignored); i++)
        sigaction(ignored[i], &former[i], NULL);
    *exit_code = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    return started || err_set(err, ERR_FAILED, "cannot start '%s': %s", argv[0], strerror(cause));
}

/* Creates a file in memory for a program to read; -1 with errno on failure. */
static int make_file(Str bytes)
{
    int made = memfd_create("input", MFD_CLOEXEC);
    int fd = made < 0 ? -1 : fcntl(made, F_DUPFD_CLOEXEC, PROC_FILE_FD);
    if (made >= 0)
        close(made);
    for (size_t at = 0; fd >= 0 && at < bytes.len;) {
        ssize_t n = write(fd, bytes.ptr + at, bytes.len - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            close(fd);
            return -1;
        }
        at += (size_t)n;
    }
    return fd;
}

typedef struct Ends {
    int in, out;
    int errors;   /* -1: dropped */
    int file;     /* -1, or becomes PROC_FILE_FD */
    bool session; /* of its own, without a terminal */
} Ends;

static bool spawn(const char *const *argv, Ends ends, pid_t *pid)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawn_file_actions_init(&actions);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&actions, ends.in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, ends.out, STDOUT_FILENO);
    if (ends.errors >= 0)
        posix_spawn_file_actions_adddup2(&actions, ends.errors, STDERR_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    if (ends.file >= 0)
        posix_spawn_file_actions_adddup2(&actions, ends.file, PROC_FILE_FD);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setpgroup(&attributes, 0);
    int group = ends.session ? POSIX_SPAWN_SETSID : POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_setflags(&attributes, (short)(POSIX_SPAWN_SETSIGMASK | group));
    int failed = start_program(pid, argv[0], &actions, &attributes, argv);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    errno = failed;
    return !failed;
}

static void limit_resources(pid_t pid, const ProcLimits *limits)
{
    struct rlimit memory = {limits->memory_max, limits->memory_max};
    struct rlimit file = {limits->file_max, limits->file_max};
    if (limits->memory_max)
        prlimit(pid, RLIMIT_DATA, &memory, NULL);
    if (limits->file_max)
        prlimit(pid, RLIMIT_FSIZE, &file, NULL);
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

/* A running child. */
typedef struct Pump {
    int *in;
    int out;
    Str input; /* unsent rest of the input */
    const ProcLimits *limits;
    WorkLimit time;
    int64_t silent_at_ms; /* when the silence is too long; INT64_MAX: never */
    Buf output;
    ProcResult *result;
} Pump;

static void feed(Pump *pump)
{
    Str input = pump->input;
    ssize_t n = send(*pump->in, input.ptr, input.len, MSG_NOSIGNAL | MSG_DONTWAIT);
    pump->input = n > 0 ? str_from_offset(input, (size_t)n) : errno == EAGAIN ? input : (Str){0};
}

static void expect_output(Pump *pump)
{
    int ms = pump->limits->silence_ms;
    pump->silent_at_ms = ms ? proc_clock_ms() + ms : INT64_MAX;
}

/* Reads output; false at its end, or when the caller needs no more. */
static bool collect(Pump *pump)
{
    char *to = buf_reserve(&pump->output, FS_BLOCK_BYTES);
    if (!to) {
        pump->result->cut = true;
        return false;
    }
    ssize_t n = read(pump->out, to, FS_BLOCK_BYTES);
    if (n <= 0)
        return false;
    pump->output.len += (size_t)n;
    expect_output(pump);
    const ProcLimits *limits = pump->limits;
    pump->result->stopped = limits->take && !limits->take(limits->state, buf_str(&pump->output));
    return !pump->result->stopped;
}

static int look_again_ms(const Pump *pump)
{
    int64_t next = MIN(pump->time.look_ms, pump->silent_at_ms);
    int64_t left = MAX(next - proc_clock_ms(), (int64_t)0);
    return (int)(pump->limits->cancel ? MIN(left, (int64_t)CANCEL_LOOK_MS) : left);
}

/* Feeds input and collects output until the child closes its output or its time is over. */
static void run_pump(Pump *pump)
{
    const volatile bool *cancel = pump->limits->cancel;
    ProcResult *result = pump->result;
    while (!result->timed_out && !result->stopped) {
        if (!pump->input.len)
            close_end(pump->in);
        struct pollfd fds[2] = {{.fd = pump->out, .events = POLLIN},
                                {.fd = *pump->in, .events = POLLOUT}};
        bool silent = poll(fds, 2, look_again_ms(pump)) <= 0;
        result->timed_out =
            work_limit_is_over(&pump->time) || (silent && proc_clock_ms() >= pump->silent_at_ms);
        result->stopped = cancel && *cancel;
        if (silent || result->timed_out || result->stopped)
            continue;
        if (fds[1].revents)
            feed(pump);
        if (fds[0].revents && !collect(pump))
            return;
    }
}

static int wait_exit(pid_t pid)
{
    int status = 0;
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        continue;
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* A linked program has nothing left to do but to take leave of a server. */
#define LINK_END_MS 2000
#define LINK_LOOK_MS 5

bool proc_link_open(const char *const *argv, ProcLink *link, Err *err)
{
    int pair[2];
    pid_t pid = 0;
    *link = (ProcLink){.fd = -1};
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return err_set(err, ERR_FAILED, "cannot make a pipe: %s", strerror(errno));
    int own SCOPED(close_end) = pair[0], other SCOPED(close_end) = pair[1];
    if (!spawn(argv, (Ends){.in = other, .out = other, .errors = -1, .file = -1}, &pid))
        return err_set(err, ERR_FAILED, "cannot start %s: %s", argv[0], strerror(errno));
    *link = (ProcLink){.process = (uint64_t)pid, .fd = own};
    own = -1;
    return true;
}

int proc_link_exit(ProcLink *link)
{
    int status = 0;
    pid_t pid = (pid_t)link->process, ended = 0;
    int64_t until = proc_clock_ms() + LINK_END_MS;
    while (pid && (ended = waitpid(pid, &status, WNOHANG)) == 0 && proc_clock_ms() < until)
        proc_sleep_ms(LINK_LOOK_MS);
    if (!ended)
        return -1;
    close_end(&link->fd);
    *link = (ProcLink){.fd = -1};
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

void proc_link_close(ProcLink *link)
{
    if (!link->process)
        return;
    close_end(&link->fd);
    (void)proc_link_exit(link);
    if (link->process) {
        kill(-(pid_t)link->process, SIGKILL);
        (void)wait_exit((pid_t)link->process);
    }
    *link = (ProcLink){.fd = -1};
}

bool proc_run(Arena *arena, const char *const *argv, Str input, ProcLimits limits,
              ProcResult *result, Err *err)
{
    *result = (ProcResult){0};
    int child_in SCOPED(close_end) = -1, in SCOPED(close_end) = -1;
    int child_out SCOPED(close_end) = -1, out SCOPED(close_end) = -1;
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return err_set(err, ERR_FAILED, "cannot make a pipe: %s", strerror(errno));
    in = pair[0];
    child_in = pair[1];
    if (pipe2(pair, O_CLOEXEC) != 0)
        return err_set(err, ERR_FAILED, "cannot make a pipe: %s", strerror(errno));
    out = pair[0];
    child_out = pair[1];
    pid_t pid = 0;
    int file SCOPED(close_end) = limits.file.len ? make_file(limits.file) : -1;
    if (limits.file.len && file < 0) {
        int cause = errno;
        err_set(err, ERR_FAILED, "cannot make a file in memory: %s", strerror(cause));
        return fs_hint(cause, err);
    }
    Ends ends = {.in = child_in,
                 .out = child_out,
                 .errors = limits.with_errors ? child_out : -1,
                 .file = file,
                 .session = limits.without_terminal};
    if (!spawn(argv, ends, &pid))
        return err_set(err, ERR_FAILED, "cannot start %s: %s", argv[0], strerror(errno));
    limit_resources(pid, &limits);
    close_end(&child_in);
    close_end(&child_out);
    Pump pump = {.in = &in,
                 .out = out,
                 .input = input,
                 .limits = &limits,
                 .output = buf_open(arena, limits.output_max ? limits.output_max : PROC_OUTPUT_MAX),
                 .result = result};
    work_limit_start(&pump.time, pid, limits.time_ms);
    if (limits.still_ms)
        work_limit_expect(&pump.time, limits.still_ms);
    expect_output(&pump);
    run_pump(&pump);
    if (result->timed_out || result->cut || result->stopped)
        kill(-pid, SIGKILL);
    close_end(&in);
    close_end(&out);
    result->output = buf_str(&pump.output);
    result->exit_code = wait_exit(pid);
    return true;
}
