#include "serve/serve.h"

#include "serve/guard.h"
#include "serve/mcp_http.h"
#include "serve/stdio.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* Maximum number of log lines of libevent, which must not fill a log. */
#define LOG_LINES_MAX 20

/* Log callback of libevent: writes its warnings to standard error, unless that would block. */
static void on_log(int severity, const char *message)
{
    static unsigned told;
    struct pollfd fd = {.fd = STDERR_FILENO, .events = POLLOUT};
    if (severity >= EVENT_LOG_WARN && told++ < LOG_LINES_MAX && poll(&fd, 1, 0) > 0)
        fprintf(stderr, "fovea: %s\n", message);
}

static bool serve(Server *server, Err *err)
{
    bool http = server->options.address.len;
    guard_open(server, http ? -1 : STDIN_FILENO);
    return http ? mcp_http_serve(server, err) : stdio_serve(server, err);
}

bool serve_run(const ToolContext *context, const ServeOptions *options, Err *err)
{
    Server server;
    signal(SIGPIPE, SIG_IGN);
    event_set_log_callback(on_log);
    bool served = server_open(&server, context, options, err) && serve(&server, err);
    guard_ending();
    server_close(&server);
    return served;
}
