/* Temporary directories: what killed processes left is removed, and nothing else. */
#include "test.h"

#include "base/fs.h"
#include "base/fs_temporary.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char place[] = "/tmp/fovea-temporary.XXXXXX";
static Arena arena;

static const char *in_place(const char *name)
{
    return str_terminate(&arena, str_format(&arena, "%s/%s", place, name));
}

static bool is_there(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0;
}

static void make(const char *path, mode_t mode)
{
    EXPECT(mkdir(path, mode) == 0 && chmod(path, mode) == 0);
    FILE *file = fopen(str_terminate(&arena, str_format(&arena, "%s/file", path)), "w");
    EXPECT(file && fclose(file) == 0);
}

static void open_place(void)
{
    arena_open(&arena, 0);
    EXPECT(mkdtemp(place) != NULL && setenv("TMPDIR", place, 1) == 0);
}

static void close_place(void)
{
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", place);
    EXPECT(system(command) == 0);
    memcpy(place + sizeof place - 7, "XXXXXX", 6);
    unsetenv("TMPDIR");
    arena_close(&arena);
}

TEST(what_is_left_goes)
{
    FsTemporary first, second;
    Err err = {0};
    open_place();
    EXPECT(fs_temporary_open(&arena, &first, &err) && first.lock >= 0);
    make(in_place("fovea-tmp.killed"), 0700);
    make(in_place("fovea-tmp.shared"), 0755);
    make(in_place("fovea.another"), 0700);
    make(in_place("target"), 0700);
    EXPECT(symlink("target", in_place("fovea-tmp.linked")) == 0);
    EXPECT(fs_temporary_open(&arena, &second, &err));
    EXPECT(is_there(first.path.ptr) && is_there(second.path.ptr));
    EXPECT(!is_there(in_place("fovea-tmp.killed")));
    EXPECT(is_there(in_place("fovea-tmp.shared/file")) && is_there(in_place("fovea.another/file")));
    EXPECT(is_there(in_place("target/file")) && is_there(in_place("fovea-tmp.linked")));
    fs_temporary_close(arena, &first);
    EXPECT(!first.path.len && is_there(second.path.ptr));
    fs_temporary_close(arena, &first); /* has no effect */
    fs_temporary_close(arena, &second);
    close_place();
}

TEST(what_others_could_exchange_stays)
{
    FsTemporary temporary;
    Err err = {0};
    open_place();
    make(in_place("fovea-tmp.killed"), 0700);
    EXPECT(chmod(place, 0777) == 0);
    EXPECT(fs_temporary_open(&arena, &temporary, &err));
    EXPECT(is_there(in_place("fovea-tmp.killed/file")));
    fs_temporary_close(arena, &temporary);
    EXPECT(chmod(place, 01777) == 0);
    EXPECT(fs_temporary_open(&arena, &temporary, &err));
    EXPECT(!is_there(in_place("fovea-tmp.killed")));
    fs_temporary_close(arena, &temporary);
    close_place();
}

/* Opens a directory, tells its path, and starts a program, which tells its id once it runs. */
static void start_and_die(int out)
{
    FsTemporary temporary;
    Err err = {0};
    if (!fs_temporary_open(&arena, &temporary, &err) || dup2(out, STDOUT_FILENO) < 0)
        _exit(1);
    dprintf(STDOUT_FILENO, "%s\n", temporary.path.ptr);
    if (!fork())
        execlp("sh", "sh", "-c", "echo $$ && exec sleep 1000", (char *)NULL);
    _exit(0);
}

/* git goes on while the process that started it is dead, and writes into the directory. */
TEST(what_a_program_still_uses_stays)
{
    int ends[2], status = 1;
    char path[256] = "", program[32] = "";
    open_place();
    EXPECT(pipe(ends) == 0 && prctl(PR_SET_CHILD_SUBREAPER, 1) == 0);
    FILE *told = fdopen(ends[0], "r");
    pid_t killed = fork();
    if (!killed)
        start_and_die(ends[1]);
    EXPECT(waitpid(killed, &status, 0) == killed && status == 0);
    EXPECT(told && fgets(path, sizeof path, told) && fgets(program, sizeof program, told));
    path[strcspn(path, "\n")] = '\0';
    fs_temporary_drop_left(arena);
    EXPECT(is_there(path));
    pid_t pid = (pid_t)strtol(program, NULL, 10);
    EXPECT(pid > 1 && kill(pid, SIGKILL) == 0 && waitpid(pid, &status, 0) == pid);
    fs_temporary_drop_left(arena);
    EXPECT(!is_there(path));
    prctl(PR_SET_CHILD_SUBREAPER, 0);
    fclose(told);
    close(ends[1]);
    close_place();
}

/* Many processes at once open and close directories, and some of them die. */
TEST(processes_at_once)
{
    enum {
        PROCESSES = 6,
        ROUNDS = 60
    };
    int bad = 0;
    open_place();
    for (int p = 0; p < PROCESSES; p++)
        if (fork() == 0) {
            for (int i = 0; i < ROUNDS; i++) {
                FsTemporary temporary;
                Err err = {0};
                Arena own = {0};
                arena_open(&own, 0);
                if (!fs_temporary_open(&own, &temporary, &err) || !is_there(temporary.path.ptr))
                    _exit(1);
                usleep(200);
                if (!is_there(temporary.path.ptr))
                    _exit(2);
                if (i + 1 < ROUNDS)
                    fs_temporary_close(own, &temporary);
                arena_close(&own);
            }
            _exit(0); /* leaves its last one */
        }
    for (int p = 0; p < PROCESSES; p++) {
        int status;
        EXPECT(wait(&status) > 0);
        bad += status != 0;
    }
    EXPECT(bad == 0);
    FsTemporary temporary;
    Err err = {0};
    EXPECT(fs_temporary_open(&arena, &temporary, &err));
    fs_temporary_close(arena, &temporary);
    EXPECT(rmdir(place) == 0 && mkdir(place, 0700) == 0); /* it is empty */
    close_place();
}
