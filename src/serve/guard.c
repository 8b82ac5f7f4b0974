/* Watchdog of the server's event loop. It cannot rely on the loop's own handlers, because one of
   them may hang. So the signal handlers arm an alarm themselves and write to a pipe that ends the
   loop. As long as the loop runs, it postpones the alarm. When the alarm fires, the process ends if
   it was to end or if its client is gone; otherwise nothing happens. */
#include "serve/guard.h"

#include "base/limits.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

/* A loop that has not run for this long hangs. Shutdown that takes longer than the grace period is
   forced. */
#define TURN_SECONDS 20
#define GRACE_SECONDS (2 * MCP_GRACE_MS / 1000)

/* State of the signal handlers. */
static volatile sig_atomic_t client_fd = -1, wake_fd = -1, ending;

static void on_end(int number)
{
    ending = 1;
    alarm(GRACE_SECONDS);
    (void)!write(wake_fd, &number, 1);
}

static void on_alarm(int number)
{
    struct pollfd client = {.fd = client_fd, .events = POLLRDHUP};
    (void)number;
    bool gone = client_fd >= 0 && poll(&client, 1, 0) > 0 &&
                client.revents & (POLLHUP | POLLRDHUP | POLLERR);
    if (ending || gone)
        _exit(1);
    alarm(GRACE_SECONDS);
}

static void on_turn(evutil_socket_t fd, short what, void *state)
{
    (void)fd;
    (void)what;
    (void)state;
    if (!ending)
        alarm(TURN_SECONDS);
}

static void on_wake(evutil_socket_t fd, short what, void *state)
{
    Server *server = state;
    (void)fd;
    (void)what;
    event_base_loopbreak(server->base);
}

static void handle(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigaction(number, &action, NULL);
}

void guard_open(Server *server, int input)
{
    Guard *guard = &server->guard;
    const struct timeval interval = {.tv_sec = TURN_SECONDS / 2};
    guard->turn = event_new(server->base, -1, EV_PERSIST, on_turn, server);
    bool piped = pipe2(guard->pipe, O_CLOEXEC | O_NONBLOCK) == 0;
    guard->wake = piped ? event_new(server->base, guard->pipe[0], EV_READ, on_wake, server) : NULL;
    if (!guard->turn || !guard->wake || event_add(guard->turn, &interval) != 0 ||
        event_add(guard->wake, NULL) != 0)
        arena_fatal("out of memory: no room for the server");
    client_fd = input;
    wake_fd = guard->pipe[1];
    ending = 0;
    handle(SIGALRM, on_alarm);
    handle(SIGINT, on_end);
    handle(SIGTERM, on_end);
    alarm(TURN_SECONDS);
}

void guard_ending(void)
{
    ending = 1;
    alarm(GRACE_SECONDS);
}

void guard_close(Server *server)
{
    Guard *guard = &server->guard;
    if (!guard->turn)
        return;
    alarm(0);
    handle(SIGINT, SIG_DFL);
    handle(SIGTERM, SIG_DFL);
    handle(SIGALRM, SIG_DFL);
    wake_fd = -1;
    event_free(guard->turn);
    event_free(guard->wake);
    close(guard->pipe[0]);
    close(guard->pipe[1]);
    *guard = (Guard){0};
}
