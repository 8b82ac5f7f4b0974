#include "serve/serve.h"

#include "serve/guard.h"
#include "serve/http.h"
#include "serve/stdio.h"

#include <signal.h>
#include <unistd.h>

static bool serve(Server *server, Err *err)
{
    bool http = server->options.address.len;
    guard_open(server, http ? -1 : STDIN_FILENO);
    return http ? http_serve(server, err) : stdio_serve(server, err);
}

bool serve_run(const ToolContext *context, const ServeOptions *options, Err *err)
{
    Server server;
    signal(SIGPIPE, SIG_IGN);
    bool served = server_open(&server, context, options, err) && serve(&server, err);
    guard_ending();
    server_close(&server);
    return served;
}
