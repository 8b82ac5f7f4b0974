/* Worker process of a daemon: answers calls one after another. It inherits the catalog by fork. The
   store is opened again, because a connection must not be used across a fork. Each call has its own
   arena. The process is replaced after some calls (daemons.c) and whenever the catalog changes. */
#include "serve/daemon_wire.h"

#include "serve/job.h"
#include "session/warm.h"

#include <unistd.h>

typedef struct Answering {
    DaemonSetup *setup;
    SessionWarm warm;
    SessionMemo memo;
    Arena arena; /* memory of one call */
    Exchange *exchange;
    uint32_t waited;
} Answering;

static bool read_text(Answering *answering, int fd, uint32_t len, Str *text)
{
    char *bytes = arena_bytes(&answering->arena, len);
    *text = (Str){bytes, len};
    return child_read(fd, bytes, len);
}

/* The client, as far as answers depend on it: protocol version, log level, capabilities, roots. */
static Client *make_client(Answering *answering, const DaemonCall *call, const Str texts[3])
{
    Arena *arena = &answering->arena;
    Client *client = NEW(arena, Client, 1);
    Json *capabilities = NULL;
    Err ignored;
    *client =
        (Client){.server = answering->setup->server, .version = texts[0], .level = call->level};
    if (texts[1].len && json_parse(arena, texts[1], &capabilities, &ignored))
        client->capabilities = capabilities;
    Str rest = texts[2], root;
    Str *roots = NEW(arena, Str, MCP_ROOTS_MAX);
    while (client->root_count < MCP_ROOTS_MAX && str_take_until(&rest, '\0', &root))
        roots[client->root_count++] = root;
    client->roots = client->root_count ? roots : NULL;
    return client;
}

static void ask_again(void *state, SessionWait wait)
{
    const Answering *answering = state;
    if (answering->waited >> wait & 1)
        return;
    job_again(answering->exchange, wait);
    _exit(0);
}

static void set_note(Answering *answering, const DaemonCall *call)
{
    LiveView *view = &answering->warm.view;
    view->stage = call->note.stage;
    view->behind = call->note.behind;
    view->built = call->note.built;
    view->built_bytes = call->note.built_bytes;
    view->unsettled = call->note.unsettled;
    view->watched = call->note.watched;
    answering->waited = call->waited;
    answering->warm.later = ask_again;
    answering->warm.state = answering;
}

static bool answer_one(Answering *answering, int fd)
{
    DaemonCall call;
    Str texts[4];
    RpcFault fault = {0};
    Server *server = answering->setup->server;
    if (!child_read(fd, &call, sizeof call))
        return false;
    arena_open(&answering->arena, MCP_EXCHANGE_RESERVE);
    const uint32_t lens[] = {call.version_len, call.capabilities_len, call.roots_len,
                             call.text_len};
    for (size_t i = 0; i < COUNT(lens); i++)
        if (!read_text(answering, fd, lens[i], &texts[i]))
            return false;
    Client *client = call.client ? make_client(answering, &call, texts) : NULL;
    Exchange *exchange = exchange_open(server, client, (Outlet){0}, texts[3], &fault);
    exchange->serial = call.serial;
    answering->exchange = exchange;
    set_note(answering, &call);
    job_serve(fd, exchange);
    arena_close(&answering->arena);
    return true;
}

void daemon_answer(int fd, void *state)
{
    Answering answering = {.setup = state, .warm.memo = &answering.memo};
    DaemonSetup *setup = state;
    Arena arena;
    Str notice;
    Err err;
    arena_open(&arena, ARENA_RESERVE);
    arena_open(&answering.memo.arena, 0);
    LiveView *view = &answering.warm.view;
    *view = live_view(setup->live);
    StoreOptions options = {
        .path = setup->database, .wait_ms = 1000, .tree = view->repo->root, .read_only = true};
    /* If the store cannot be opened, the calls find the error themselves. */
    if (store_open(&arena, &options, &answering.warm.store, &notice, &err)) {
        setup->server->context.warm = &answering.warm;
        store_be_thrifty(answering.warm.store);
    }
    view->catalog->store = answering.warm.store;
    while (answer_one(&answering, fd))
        continue;
}
