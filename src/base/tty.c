/* The line discipline (termios) and signals of a terminal. Handlers only set flags, restore the
   terminal with functions that are safe in handlers, and wake the reader through a pipe: a signal
   may be delivered to any thread, and between a check and a poll. */
#include "base/tty.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* Ctrl-C without any reaction, after which the process ends. */
#define INTERRUPTS_MAX 3
/* A write to a terminal that takes nothing (Ctrl-S) is tried again this often. */
#define WRITE_WAIT_MS 100
#define COLUMNS_UNKNOWN 80
#define ROWS_UNKNOWN 24

/* Bracketed paste on; off, with styles reset and the cursor shown. */
static const char enter_bytes[] = "\033[?2004h";
static const char leave_bytes[] = "\033[?2004l\033[0m\033[?25h";

static const int numbers[] = {SIGINT,  SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP,
                              SIGQUIT, SIGABRT,  SIGSEGV, SIGBUS,  SIGFPE,  SIGILL};

/* What handlers see. `owner` excludes forked children, which inherit them. */
static struct {
    Tty *tty;
    pid_t owner;
    int wake[2];
    bool has_found, at_exit;
    struct termios found;
    struct sigaction former[COUNT(numbers)];
    volatile sig_atomic_t interrupts;
} state;
static volatile bool interrupted;
static _Atomic int event; /* TtyEvent; lock-free, so that handlers may change it */

static void write_quietly(int fd, const char *bytes, size_t len)
{
    ssize_t n = write(fd, bytes, len);
    (void)n;
}

static void apply(const Tty *tty, TtyMode mode)
{
    if (!state.has_found)
        return;
    struct termios wanted = state.found;
    if (mode != TTY_LINES) {
        wanted.c_iflag &= ~(tcflag_t)(BRKINT | ICRNL | INLCR | IGNCR | ISTRIP | IXON | PARMRK);
        wanted.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
        wanted.c_lflag |= NOFLSH; /* Ctrl-C does not drop earlier input */
        if (mode == TTY_KEYS)
            wanted.c_lflag &= ~(tcflag_t)ISIG;
        wanted.c_cc[VMIN] = 1;
        wanted.c_cc[VTIME] = 0;
    }
    tcsetattr(tty->in, TCSANOW, &wanted);
    if (tty->escapes && mode == TTY_LINES)
        write_quietly(tty->out, leave_bytes, sizeof leave_bytes - 1);
    else if (tty->escapes)
        write_quietly(tty->out, enter_bytes, sizeof enter_bytes - 1);
}

/* Leaves the terminal as it was found; the mode is kept for `resume`. */
static void leave(void)
{
    if (state.tty && state.owner == getpid() && state.tty->mode != TTY_LINES)
        apply(state.tty, TTY_LINES);
}

static void resume(void)
{
    if (state.tty && state.tty->mode != TTY_LINES)
        apply(state.tty, state.tty->mode);
    event = TTY_RESUMED;
}

static size_t index_of(int number)
{
    size_t i = 0;
    while (i + 1 < COUNT(numbers) && numbers[i] != number)
        i++;
    return i;
}

/* Gives the signal the effect that it had before this module handled it. */
static void deliver(int number)
{
    sigset_t set;
    sigaction(number, &state.former[index_of(number)], NULL);
    sigemptyset(&set);
    sigaddset(&set, number);
    raise(number);
    pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void on_signal(int number);

static void handle(int number)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void stop(void)
{
    leave();
    deliver(SIGTSTP); /* returns when the process is continued */
    handle(SIGTSTP);
    resume();
}

/* Does not hide that the process was suspended. */
static void note_resize(void)
{
    int before = TTY_SAME;
    atomic_compare_exchange_strong(&event, &before, TTY_RESIZED);
}

static void on_signal(int number)
{
    int before = errno;
    bool is_child = state.owner != getpid();
    if (!is_child && number == SIGINT && ++state.interrupts < INTERRUPTS_MAX)
        interrupted = true;
    else if (!is_child && number == SIGWINCH)
        note_resize();
    else if (!is_child && number == SIGCONT)
        resume();
    else if (!is_child && number == SIGTSTP)
        stop();
    else {
        leave();
        deliver(number);
    }
    if (!is_child)
        write_quietly(state.wake[1], "", 1);
    errno = before;
}

static void install(void)
{
    for (size_t i = 0; i < COUNT(numbers); i++) {
        sigaction(numbers[i], NULL, &state.former[i]);
        bool is_ignored = state.former[i].sa_handler == SIG_IGN;
        if (!is_ignored || numbers[i] == SIGWINCH || numbers[i] == SIGCONT)
            handle(numbers[i]);
    }
}

void tty_open(Tty *tty, int in, int out, bool escapes)
{
    assert(!state.tty);
    *tty = (Tty){.in = in,
                 .out = out,
                 .in_is_terminal = isatty(in),
                 .out_is_terminal = isatty(out),
                 .escapes = escapes && isatty(in) && isatty(out)};
    state.has_found = tty->in_is_terminal && tcgetattr(in, &state.found) == 0;
    state.owner = getpid();
    if (pipe2(state.wake, O_CLOEXEC | O_NONBLOCK) != 0)
        state.wake[0] = state.wake[1] = -1; /* reads then wait for their time limits */
    tty_clear_interrupt();
    if (!state.at_exit)
        state.at_exit = atexit(leave) == 0;
    state.tty = tty;
    install();
}

void tty_close(Tty *tty)
{
    if (state.tty != tty)
        return;
    tty_set_mode(tty, TTY_LINES);
    for (size_t i = 0; i < COUNT(numbers); i++)
        sigaction(numbers[i], &state.former[i], NULL);
    state.tty = NULL;
    for (size_t i = 0; i < COUNT(state.wake); i++)
        if (state.wake[i] >= 0)
            close(state.wake[i]);
}

void tty_set_mode(Tty *tty, TtyMode mode)
{
    if (tty->mode == mode || !tty->in_is_terminal)
        return;
    bool pastes = tty->mode != TTY_LINES && mode != TTY_LINES;
    bool escapes = tty->escapes;
    tty->escapes = escapes && !pastes; /* bracketed paste stays on */
    tty->mode = mode;
    apply(tty, mode);
    tty->escapes = escapes;
}

TtySize tty_size(const Tty *tty)
{
    struct winsize size;
    TtySize result = {COLUMNS_UNKNOWN, ROWS_UNKNOWN};
    if (!tty->out_is_terminal || ioctl(tty->out, TIOCGWINSZ, &size) != 0)
        return result;
    if (size.ws_col)
        result.columns = size.ws_col;
    if (size.ws_row)
        result.rows = size.ws_row;
    return result;
}

static void drain_wake(void)
{
    char bytes[64];
    while (state.wake[0] >= 0 && read(state.wake[0], bytes, sizeof bytes) > 0) {
    }
}

TtyRead tty_read(Tty *tty, char *into, size_t len, int timeout_ms, size_t *got)
{
    struct pollfd ready[] = {{.fd = tty->in, .events = POLLIN},
                             {.fd = state.wake[0], .events = POLLIN}};
    *got = 0;
    if (tty->gone)
        return TTY_END;
    int count = poll(ready, COUNT(ready), timeout_ms);
    if (ready[1].revents)
        drain_wake();
    if (count <= 0 || !ready[0].revents)
        return TTY_NOTHING;
    ssize_t n = read(tty->in, into, len);
    if (n < 0 && (errno == EINTR || errno == EAGAIN))
        return TTY_NOTHING;
    if (n <= 0)
        return TTY_END;
    *got = (size_t)n;
    return TTY_BYTES;
}

bool tty_write(Tty *tty, Str bytes)
{
    while (bytes.len && !tty->gone) {
        ssize_t n = write(tty->out, bytes.ptr, bytes.len);
        if (n > 0) {
            bytes = str_from_offset(bytes, (size_t)n);
        } else if (n < 0 && errno == EAGAIN) {
            struct pollfd ready = {.fd = tty->out, .events = POLLOUT};
            poll(&ready, 1, WRITE_WAIT_MS);
        } else if (n == 0 || errno != EINTR) {
            tty->gone = true;
        }
    }
    return !tty->gone;
}

const volatile bool *tty_interrupt(void)
{
    return &interrupted;
}

void tty_clear_interrupt(void)
{
    state.interrupts = 0;
    interrupted = false;
}

TtyEvent tty_take_event(void)
{
    return (TtyEvent)atomic_exchange(&event, TTY_SAME);
}

void tty_suspend(void)
{
    raise(SIGTSTP);
}
