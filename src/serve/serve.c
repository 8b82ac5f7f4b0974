#include "serve/serve.h"

#include "serve/http.h"
#include "serve/server.h"
#include "serve/stdio.h"

#include <signal.h>

static void on_signal(evutil_socket_t number, short what, void *state)
{
    struct event_base *base = state;
    (void)number;
    (void)what;
    event_base_loopbreak(base);
}

static bool serve(Server *server, Err *err)
{
    struct event *interrupt = evsignal_new(server->base, SIGINT, on_signal, server->base);
    struct event *terminate = evsignal_new(server->base, SIGTERM, on_signal, server->base);
    if (!interrupt || !terminate)
        arena_fatal("out of memory: no room for the server");
    event_add(interrupt, NULL);
    event_add(terminate, NULL);
    bool served = server->options.address.len ? http_serve(server, err) : stdio_serve(server, err);
    event_free(interrupt);
    event_free(terminate);
    return served;
}

bool serve_run(const ToolContext *context, const ServeOptions *options, Err *err)
{
    Server server;
    signal(SIGPIPE, SIG_IGN);
    bool served = server_open(&server, context, options, err) && serve(&server, err);
    server_close(&server);
    return served;
}
