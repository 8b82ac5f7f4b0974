#include "test.h"

#include "base/tty.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

/* Longer than any scheduler delays a test. */
#define PATIENCE_MS 10000

typedef struct Pty {
    int user, program; /* the ends */
} Pty;

static bool open_pty(Pty *pty)
{
    pty->user = posix_openpt(O_RDWR | O_NOCTTY);
    if (pty->user < 0 || grantpt(pty->user) != 0 || unlockpt(pty->user) != 0)
        return false;
    pty->program = open(ptsname(pty->user), O_RDWR | O_NOCTTY);
    return pty->program >= 0;
}

static void close_pty(Pty *pty)
{
    close(pty->program);
    close(pty->user);
}

static bool has_flags(const Pty *pty, tcflag_t flags)
{
    struct termios now;
    return tcgetattr(pty->program, &now) == 0 && (now.c_lflag & flags) == flags;
}

/* What the program wrote, at least `length` bytes of it: the kernel hands it over in pieces. */
static Str written(const Pty *pty, size_t length)
{
    static char bytes[1000];
    size_t len = 0;
    struct pollfd ready = {.fd = pty->user, .events = POLLIN};
    while (len < length && poll(&ready, 1, PATIENCE_MS) == 1) {
        ssize_t n = read(pty->user, bytes + len, sizeof bytes - len);
        if (n <= 0)
            break;
        len += (size_t)n;
    }
    return (Str){bytes, len};
}

TEST(tty_changes_modes)
{
    Pty pty SCOPED(close_pty) = {-1, -1};
    Tty tty SCOPED(tty_close);
    REQUIRE(open_pty(&pty));
    tty_open(&tty, pty.program, pty.program, true);
    EXPECT(tty.in_is_terminal && tty.out_is_terminal && tty.escapes);
    EXPECT(has_flags(&pty, ICANON | ECHO | ISIG));
    tty_set_mode(&tty, TTY_KEYS);
    EXPECT(!has_flags(&pty, ICANON) && !has_flags(&pty, ECHO) && !has_flags(&pty, ISIG));
    EXPECT_STR(written(&pty, sizeof "\033[?2004h" - 1), "\033[?2004h");
    tty_set_mode(&tty, TTY_BUSY);
    EXPECT(!has_flags(&pty, ICANON) && has_flags(&pty, ISIG | NOFLSH));
    tty_close(&tty);
    EXPECT(has_flags(&pty, ICANON | ECHO | ISIG) && !has_flags(&pty, NOFLSH));
    EXPECT_STR(written(&pty, sizeof "\033[?2004l\033[0m\033[?25h" - 1),
               "\033[?2004l\033[0m\033[?25h");
}

TEST(tty_reads_and_writes)
{
    Pty pty SCOPED(close_pty) = {-1, -1};
    Tty tty SCOPED(tty_close);
    struct winsize size = {.ws_col = 123, .ws_row = 45};
    char bytes[100];
    size_t got = 0;
    REQUIRE(open_pty(&pty));
    tty_open(&tty, pty.program, pty.program, false);
    tty_set_mode(&tty, TTY_KEYS);
    EXPECT_INT(tty_read(&tty, bytes, sizeof bytes, 1, &got), TTY_NOTHING);
    EXPECT(write(pty.user, "x\003", 2) == 2);
    EXPECT_INT(tty_read(&tty, bytes, sizeof bytes, PATIENCE_MS, &got), TTY_BYTES);
    EXPECT_STR(((Str){bytes, got}), "x\003");
    EXPECT(tty_write(&tty, STR("hello")));
    EXPECT_STR(written(&pty, sizeof "hello" - 1), "hello");
    EXPECT(ioctl(pty.user, TIOCSWINSZ, &size) == 0);
    EXPECT_INT(tty_size(&tty).columns, 123);
    EXPECT_INT(tty_size(&tty).rows, 45);
    close(pty.user);
    pty.user = -1;
    EXPECT_INT(tty_read(&tty, bytes, sizeof bytes, PATIENCE_MS, &got), TTY_END);
}

TEST(tty_is_woken_by_signals)
{
    Pty pty SCOPED(close_pty) = {-1, -1};
    Tty tty SCOPED(tty_close);
    char bytes[100];
    size_t got = 0;
    REQUIRE(open_pty(&pty));
    tty_open(&tty, pty.program, pty.program, false);
    EXPECT(!*tty_interrupt());
    raise(SIGINT);
    EXPECT(*tty_interrupt());
    EXPECT_INT(tty_read(&tty, bytes, sizeof bytes, -1, &got), TTY_NOTHING);
    tty_clear_interrupt();
    EXPECT(!*tty_interrupt());
    EXPECT_INT(tty_take_event(), TTY_SAME);
    raise(SIGWINCH);
    EXPECT_INT(tty_take_event(), TTY_RESIZED);
    EXPECT_INT(tty_take_event(), TTY_SAME);
}

/* Runs a program that ends by a signal, or at 0 by exit, with the terminal in another mode. */
static int end_with(const Pty *pty, int number)
{
    int status = 0;
    pid_t child = fork();
    if (!child) {
        Tty tty;
        tty_open(&tty, pty->program, pty->program, true);
        tty_set_mode(&tty, TTY_KEYS);
        if (!number)
            exit(7);
        for (int i = 0; i < 3; i++)
            raise(number);
        _exit(99);
    }
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    return status;
}

TEST(tty_is_restored_at_each_end)
{
    Pty pty SCOPED(close_pty) = {-1, -1};
    static const int numbers[] = {SIGTERM, SIGHUP, SIGQUIT, SIGSEGV, SIGABRT, SIGINT};
    REQUIRE(open_pty(&pty));
    for (size_t i = 0; i < COUNT(numbers); i++) {
        int status = end_with(&pty, numbers[i]);
        EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == numbers[i]);
        EXPECT(has_flags(&pty, ICANON | ECHO | ISIG));
        EXPECT_STR(written(&pty, sizeof "\033[?2004h\033[?2004l\033[0m\033[?25h" - 1),
                   "\033[?2004h\033[?2004l\033[0m\033[?25h");
    }
    EXPECT_INT(WEXITSTATUS(end_with(&pty, 0)), 7);
    EXPECT(has_flags(&pty, ICANON | ECHO | ISIG));
}

/* A child that inherits the handlers leaves the terminal alone. */
TEST(tty_is_left_alone_by_children)
{
    Pty pty SCOPED(close_pty) = {-1, -1};
    Tty tty SCOPED(tty_close);
    int status = 0;
    REQUIRE(open_pty(&pty));
    tty_open(&tty, pty.program, pty.program, false);
    tty_set_mode(&tty, TTY_KEYS);
    pid_t child = fork();
    if (!child) {
        raise(SIGTERM);
        _exit(1);
    }
    EXPECT(child > 0 && waitpid(child, &status, 0) == child);
    EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    EXPECT(!has_flags(&pty, ICANON));
}

TEST(tty_takes_pipes)
{
    int ends[2];
    Tty tty SCOPED(tty_close);
    char bytes[10];
    size_t got = 0;
    REQUIRE(pipe(ends) == 0);
    tty_open(&tty, ends[0], ends[1], true);
    EXPECT(!tty.in_is_terminal && !tty.escapes);
    tty_set_mode(&tty, TTY_KEYS);
    EXPECT(tty_write(&tty, STR("abc")));
    EXPECT_INT(tty_read(&tty, bytes, sizeof bytes, -1, &got), TTY_BYTES);
    EXPECT_STR(((Str){bytes, got}), "abc");
    EXPECT_INT(tty_size(&tty).columns, 80);
    close(ends[1]);
    EXPECT_INT(tty_read(&tty, bytes, sizeof bytes, -1, &got), TTY_END);
    close(ends[0]);
}
