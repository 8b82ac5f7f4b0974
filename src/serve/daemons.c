/* Pool of warm daemons, the server's side. It starts one daemon for each repository that calls are
   about, requests a worker process when a call needs the index, and keeps spare ones. If a daemon
   dies, its calls continue without it, only slower. It is restarted after a pause, which grows with
   each death. */
#include "serve/daemons.h"

#include "base/path.h"
#include "base/proc.h"
#include "serve/call.h"
#include "serve/job.h"
#include "serve/tool_answer.h"
#include "session/place.h"
#include "session/root_guard.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>

/* Maximum number of daemons. Calls about further repositories load the needed parts. */
#define DAEMONS_MAX 4
/* Maximum number of idle processes, and of calls that one process answers. The latter bounds the
   memory that calls leave in it. */
#define IDLE_MAX 4
#define USES_MAX 400
/* Pause before a restart, multiplied by the number of deaths. */
#define RESTART_MS 2000
/* Maximum number of awaited replies, including those for cancelled calls. Fewer than a socket's
   buffer holds, so that the two sides never block each other. */
#define AWAITED_MAX 64
/* A daemon that is silent for longer is killed. It exceeds the time that a call may wait (daemon.c)
   and that it takes to list a large tree. */
#define PATIENCE_MS 90000

struct DaemonHandle {
    DaemonHandle *next;
    Arena arena;
    Server *server;
    Str root; /* root of the repository */
    char asked_bytes[PATH_BYTES_MAX];
    Str asked; /* directory of the latest request */
    DaemonSetup setup;
    Child child; /* pid 0: none */
    struct event *readable;
    Outbox outbox;
    unsigned awaited;
    int64_t heard_ms; /* time of its last reply, or of the first request since then */
    uint64_t version;
    JobProcess idle[IDLE_MAX];
    size_t idle_count;
    unsigned deaths;
    int64_t restart_ms;
};

/* ---- processes ---- */

static void end_process(JobProcess *process)
{
    if (!process->child.pid)
        return;
    kill(process->child.pid, SIGKILL);
    child_stop(&process->child);
    *process = (JobProcess){0};
}

static void end_idle(DaemonHandle *daemon)
{
    while (daemon->idle_count)
        end_process(&daemon->idle[--daemon->idle_count]);
}

static bool is_alive(const JobProcess *process)
{
    struct pollfd fd = {.fd = process->child.fd, .events = POLLIN};
    return poll(&fd, 1, 0) == 0;
}

/* Takes an idle process of the current version; pid 0: none. */
static JobProcess take_idle(DaemonHandle *daemon)
{
    while (daemon->idle_count) {
        JobProcess process = daemon->idle[--daemon->idle_count];
        if (process.version == daemon->version && is_alive(&process))
            return process;
        end_process(&process);
    }
    return (JobProcess){0};
}

/* Requests a spare process before it is needed: making one takes longer than a call. */
static void ask_for_spare(DaemonHandle *daemon)
{
    DaemonAsk ask = {0};
    if (daemon->awaited < AWAITED_MAX && outbox_is_empty(&daemon->outbox))
        outbox_put(&daemon->outbox, &ask, sizeof ask);
}

static void put_idle(DaemonHandle *daemon, JobProcess process)
{
    bool useful = process.version == daemon->version && process.uses < USES_MAX &&
                  daemon->idle_count < IDLE_MAX;
    if (useful)
        daemon->idle[daemon->idle_count++] = process;
    else
        end_process(&process);
    if (useful && process.uses == USES_MAX / 2 && daemon->idle_count == 1)
        ask_for_spare(daemon);
}

void daemons_release(Exchange *exchange, bool sound)
{
    DaemonHandle *daemon = exchange->daemon;
    exchange->daemon = NULL;
    if (sound && daemon && daemon->child.pid)
        put_idle(daemon, exchange->process);
    else
        end_process(&exchange->process);
    exchange->process = (JobProcess){0};
}

/* ---- messages ---- */

static Exchange *find_asker(const DaemonHandle *daemon, uint64_t serial)
{
    Exchange *exchange = serial ? daemon->server->exchanges : NULL;
    while (exchange && (exchange->serial != serial || exchange->daemon != daemon))
        exchange = exchange->next;
    return exchange && exchange->asking ? exchange : NULL;
}

static void take_version(DaemonHandle *daemon, uint64_t version)
{
    if (version == daemon->version)
        return;
    daemon->version = version;
    end_idle(daemon);
}

static void take_word(DaemonHandle *daemon, const DaemonReply *word, int fd)
{
    Exchange *exchange = find_asker(daemon, word->serial);
    daemon->heard_ms = proc_clock_ms();
    daemon->awaited -= word->serial && daemon->awaited;
    take_version(daemon, word->version);
    JobProcess process = {.child = {.pid = word->pid, .fd = fd}, .version = word->version};
    if (!exchange) { /* sent in advance, or its call was cancelled */
        if (word->pid)
            put_idle(daemon, process);
        return;
    }
    if (word->alone) {
        job_start_alone(exchange);
        return;
    }
    exchange->asking = false;
    if (word->pid) {
        end_process(&exchange->process);
        exchange->process = process;
    }
    job_take(exchange, &word->note);
}

static void end_child(DaemonHandle *daemon)
{
    if (!daemon->child.pid)
        return;
    event_free(daemon->readable);
    daemon->readable = NULL;
    outbox_close(&daemon->outbox);
    daemon->awaited = 0;
    end_idle(daemon);
    kill(daemon->child.pid, SIGKILL);
    child_stop(&daemon->child);
}

/* Ends a dead or silent daemon; the calls that wait for it run without it. */
static void take_death(DaemonHandle *daemon)
{
    Server *server = daemon->server;
    end_child(daemon);
    daemon->deaths++;
    daemon->restart_ms = proc_clock_ms() + (int64_t)RESTART_MS * daemon->deaths;
    for (Exchange *exchange = server->exchanges, *next; exchange; exchange = next) {
        next = exchange->next;
        if (exchange->daemon == daemon && exchange->asking)
            job_start_alone(exchange);
    }
}

void daemons_look(Server *server)
{
    int64_t now = proc_clock_ms();
    for (DaemonHandle *daemon = server->daemons; daemon; daemon = daemon->next)
        if (daemon->child.pid && daemon->awaited && now - daemon->heard_ms > PATIENCE_MS)
            take_death(daemon);
}

/* Messages are sent whole, so a readable one is complete. */
static void on_readable(evutil_socket_t fd, short what, void *state)
{
    DaemonHandle *daemon = state;
    Server *server = daemon->server;
    DaemonReply word;
    int passed;
    (void)what;
    if (child_receive(fd, &word, sizeof word, &passed))
        take_word(daemon, &word, passed);
    else
        take_death(daemon);
    job_start_next(server);
}

/* ---- daemons ---- */

static bool start(DaemonHandle *daemon)
{
    Server *server = daemon->server;
    if (daemon->child.pid)
        return true;
    if (server->stopping || proc_clock_ms() < daemon->restart_ms)
        return false;
    if (!child_fork(daemon_run, &daemon->setup, &daemon->child))
        return false;
    daemon->version = 0;
    outbox_open(&daemon->outbox, server->base, daemon->child.fd);
    daemon->readable =
        event_new(server->base, daemon->child.fd, EV_READ | EV_PERSIST, on_readable, daemon);
    if (!daemon->readable || event_add(daemon->readable, NULL) != 0)
        arena_fatal("out of memory: no room for a daemon");
    return true;
}

static DaemonHandle *make_daemon(Server *server, const GitRepo *repo, Str database)
{
    Arena arena;
    size_t count = 0;
    for (DaemonHandle *daemon = server->daemons; daemon; daemon = daemon->next)
        count++;
    if (count >= DAEMONS_MAX)
        return NULL;
    arena_open(&arena, 1 * MB);
    DaemonHandle *daemon = NEW(&arena, DaemonHandle, 1);
    *daemon = (DaemonHandle){.arena = arena, .server = server, .next = server->daemons};
    daemon->root = str_copy(&daemon->arena, repo->root);
    daemon->setup = (DaemonSetup){
        .server = server, .root = daemon->root, .database = str_copy(&daemon->arena, database)};
    server->daemons = daemon;
    return daemon;
}

static void set_asked(DaemonHandle *daemon, Str directory)
{
    size_t len = MIN(directory.len, sizeof daemon->asked_bytes);
    memcpy(daemon->asked_bytes, directory.ptr, len);
    daemon->asked = (Str){daemon->asked_bytes, len};
}

/* The running daemon of the repository that contains the directory, or NULL if it cannot be
   started. */
static DaemonHandle *find_daemon(Server *server, const ToolContext *context, Str directory)
{
    GitRepo repo;
    Str database;
    Err ignored;
    Arena scratch SCOPED(arena_close) = {0};
    for (DaemonHandle *daemon = server->daemons; daemon; daemon = daemon->next)
        if (daemon->child.pid && str_equal(daemon->asked, directory))
            return daemon;
    arena_open(&scratch, MCP_EXCHANGE_RESERVE);
    const FsPolicy policy = {.roots = context->roots, .root_count = context->root_count};
    if (server->options.find_method ||
        !session_place_of(&scratch, &policy, directory, &repo, &database, &ignored) ||
        root_guard_is_wide(scratch, &repo) ||
        !root_guard_check_bare(&scratch, (Str){0}, &repo, &ignored))
        return NULL;
    DaemonHandle *daemon = server->daemons;
    while (daemon && !str_equal(daemon->root, repo.root))
        daemon = daemon->next;
    if (!daemon)
        daemon = make_daemon(server, &repo, database);
    if (!daemon || !start(daemon))
        return NULL;
    set_asked(daemon, directory);
    return daemon;
}

void daemons_prepare(Server *server, const ToolContext *context, const Str *directories,
                     size_t count)
{
    for (size_t i = 0; i < MIN(count, (size_t)DAEMONS_MAX); i++)
        (void)find_daemon(server, context, directories[i]);
}

/* Tools that read one file need no index. */
static bool needs_index(const Tool *tool)
{
    return !tool->param_count || tool->params[0].type != TOOL_TARGET;
}

/* The directory that the request is about; empty if the request needs no daemon. */
static Str directory_of(const Exchange *exchange, const ToolContext *context)
{
    const Json *params = exchange->message.params;
    Str wanted = json_text(json_get(params, STR("arguments")), STR("root"));
    const Tool *tool = NULL;
    if (str_equal(exchange->message.method, STR("tools/call"))) {
        tool = tool_answer_find_tool(exchange->server, json_text(params, STR("name")));
        if (!tool || !needs_index(tool))
            return (Str){0};
    }
    for (size_t i = 0; wanted.len && i < context->root_count; i++)
        if (str_equal(wanted, context->roots[i]) || str_equal(wanted, path_base(context->roots[i])))
            return context->roots[i];
    return context->root;
}

DaemonsReply daemons_ask(Exchange *exchange, unsigned wait)
{
    ToolContext context = call_context(exchange);
    Str directory = directory_of(exchange, &context);
    DaemonHandle *daemon =
        directory.len ? find_daemon(exchange->server, &context, directory) : NULL;
    if (!daemon)
        return DAEMON_NONE;
    if (daemon->awaited >= AWAITED_MAX)
        return DAEMON_BUSY;
    exchange->daemon = daemon;
    exchange->process = take_idle(daemon);
    DaemonAsk ask = {
        .serial = exchange->serial, .version = exchange->process.version, .wait = wait};
    if (!daemon->awaited++)
        daemon->heard_ms = proc_clock_ms();
    outbox_put(&daemon->outbox, &ask, sizeof ask);
    exchange->asking = true;
    return DAEMON_ASKED;
}

void daemons_close(Server *server)
{
    while (server->daemons) {
        DaemonHandle *daemon = server->daemons;
        server->daemons = daemon->next;
        end_child(daemon);
        end_idle(daemon);
        Arena arena = daemon->arena;
        arena_close(&arena);
    }
}
