#include "serve/keeper.h"

#include "base/path.h"
#include "base/proc.h"
#include "serve/answer.h"
#include "serve/call.h"
#include "serve/job.h"
#include "tools/place.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>

/* Repositories that are kept in memory at once; calls about others load what they need. */
#define KEEPERS_MAX 4
/* Processes that wait for a call, and calls that one answers: what a call leaves behind in memory
   is bounded. */
#define IDLE_MAX 4
#define USES_MAX 400
/* A keeper that has died is started again after so long, times how often that happened. */
#define RESTART_MS 2000
/* Words that are awaited, those for cancelled calls too: fewer than a socket holds, so that asks
   and words never wait for each other. */
#define AWAITED_MAX 64
/* Longer than a keeper holds a call back (keep.c), and than it takes to list a large tree. */
#define PATIENCE_MS 90000

struct Keeper {
    Keeper *next;
    Arena arena;
    Server *server;
    Str root; /* of the repository */
    char asked_bytes[PATH_BYTES_MAX];
    Str asked; /* the directory in it that was asked about last */
    Keeping keeping;
    Child child; /* pid 0: none */
    struct event *readable;
    Outbox outbox;
    unsigned awaited;
    int64_t heard_ms; /* when it said something, or was asked while nothing was awaited */
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

static void end_idle(Keeper *keeper)
{
    while (keeper->idle_count)
        end_process(&keeper->idle[--keeper->idle_count]);
}

static bool is_alive(const JobProcess *process)
{
    struct pollfd fd = {.fd = process->child.fd, .events = POLLIN};
    return poll(&fd, 1, 0) == 0;
}

/* One that waits for a call from what is so now; pid 0: none. */
static JobProcess take_idle(Keeper *keeper)
{
    while (keeper->idle_count) {
        JobProcess process = keeper->idle[--keeper->idle_count];
        if (process.version == keeper->version && is_alive(&process))
            return process;
        end_process(&process);
    }
    return (JobProcess){0};
}

/* The one that follows waits before it is needed: making it takes longer than a call. */
static void ask_for_spare(Keeper *keeper)
{
    KeepAsk ask = {0};
    if (keeper->awaited < AWAITED_MAX && outbox_is_empty(&keeper->outbox))
        outbox_put(&keeper->outbox, &ask, sizeof ask);
}

static void put_idle(Keeper *keeper, JobProcess process)
{
    bool useful = process.version == keeper->version && process.uses < USES_MAX &&
                  keeper->idle_count < IDLE_MAX;
    if (useful)
        keeper->idle[keeper->idle_count++] = process;
    else
        end_process(&process);
    if (useful && process.uses == USES_MAX / 2 && keeper->idle_count == 1)
        ask_for_spare(keeper);
}

void keeper_release(Exchange *exchange, bool sound)
{
    Keeper *keeper = exchange->keeper;
    exchange->keeper = NULL;
    if (sound && keeper && keeper->child.pid)
        put_idle(keeper, exchange->process);
    else
        end_process(&exchange->process);
    exchange->process = (JobProcess){0};
}

/* ---- words ---- */

static Exchange *find_asker(const Keeper *keeper, uint64_t serial)
{
    Exchange *exchange = serial ? keeper->server->exchanges : NULL;
    while (exchange && (exchange->serial != serial || exchange->keeper != keeper))
        exchange = exchange->next;
    return exchange && exchange->asking ? exchange : NULL;
}

static void take_version(Keeper *keeper, uint64_t version)
{
    if (version == keeper->version)
        return;
    keeper->version = version;
    end_idle(keeper);
}

static void take_word(Keeper *keeper, const KeepWord *word, int fd)
{
    Exchange *exchange = find_asker(keeper, word->serial);
    keeper->heard_ms = proc_clock_ms();
    keeper->awaited -= word->serial && keeper->awaited;
    take_version(keeper, word->version);
    JobProcess process = {.child = {.pid = word->pid, .fd = fd}, .version = word->version};
    if (!exchange) { /* in advance, or cancelled meanwhile */
        if (word->pid)
            put_idle(keeper, process);
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

static void end_child(Keeper *keeper)
{
    if (!keeper->child.pid)
        return;
    event_free(keeper->readable);
    keeper->readable = NULL;
    outbox_close(&keeper->outbox);
    keeper->awaited = 0;
    end_idle(keeper);
    kill(keeper->child.pid, SIGKILL);
    child_stop(&keeper->child);
}

/* Whoever waited for it goes on without. */
static void take_death(Keeper *keeper)
{
    Server *server = keeper->server;
    end_child(keeper);
    keeper->deaths++;
    keeper->restart_ms = proc_clock_ms() + (int64_t)RESTART_MS * keeper->deaths;
    for (Exchange *exchange = server->exchanges, *next; exchange; exchange = next) {
        next = exchange->next;
        if (exchange->keeper == keeper && exchange->asking)
            job_start_alone(exchange);
    }
}

void keepers_look(Server *server)
{
    int64_t now = proc_clock_ms();
    for (Keeper *keeper = server->keepers; keeper; keeper = keeper->next)
        if (keeper->child.pid && keeper->awaited && now - keeper->heard_ms > PATIENCE_MS)
            take_death(keeper);
}

/* A word is sent as a whole, so it is there as a whole. */
static void on_readable(evutil_socket_t fd, short what, void *state)
{
    Keeper *keeper = state;
    Server *server = keeper->server;
    KeepWord word;
    int passed;
    (void)what;
    if (child_receive(fd, &word, sizeof word, &passed))
        take_word(keeper, &word, passed);
    else
        take_death(keeper);
    job_start_next(server);
}

/* ---- keepers ---- */

static bool start(Keeper *keeper)
{
    Server *server = keeper->server;
    if (keeper->child.pid)
        return true;
    if (server->stopping || proc_clock_ms() < keeper->restart_ms)
        return false;
    if (!child_fork(keep_run, &keeper->keeping, &keeper->child))
        return false;
    keeper->version = 0;
    outbox_open(&keeper->outbox, server->base, keeper->child.fd);
    keeper->readable =
        event_new(server->base, keeper->child.fd, EV_READ | EV_PERSIST, on_readable, keeper);
    if (!keeper->readable || event_add(keeper->readable, NULL) != 0)
        arena_fatal("out of memory: no room for a keeper");
    return true;
}

static Keeper *make_keeper(Server *server, const GitRepo *repo, Str database)
{
    Arena arena;
    size_t count = 0;
    for (Keeper *keeper = server->keepers; keeper; keeper = keeper->next)
        count++;
    if (count >= KEEPERS_MAX)
        return NULL;
    arena_open(&arena, 1 * MB);
    Keeper *keeper = NEW(&arena, Keeper, 1);
    *keeper = (Keeper){.arena = arena, .server = server, .next = server->keepers};
    keeper->root = str_copy(&keeper->arena, repo->root);
    keeper->keeping = (Keeping){
        .server = server, .root = keeper->root, .database = str_copy(&keeper->arena, database)};
    server->keepers = keeper;
    return keeper;
}

static void set_asked(Keeper *keeper, Str directory)
{
    size_t len = MIN(directory.len, sizeof keeper->asked_bytes);
    memcpy(keeper->asked_bytes, directory.ptr, len);
    keeper->asked = (Str){keeper->asked_bytes, len};
}

/* The keeper of the repository around a directory, running; NULL: none. */
static Keeper *find_keeper(Server *server, const ToolContext *context, Str directory)
{
    GitRepo repo;
    Str database;
    Err ignored;
    Arena scratch SCOPED(arena_close) = {0};
    for (Keeper *keeper = server->keepers; keeper; keeper = keeper->next)
        if (keeper->child.pid && str_equal(keeper->asked, directory))
            return keeper;
    arena_open(&scratch, MCP_EXCHANGE_RESERVE);
    if (server->options.conformance ||
        !session_place(&scratch, context, directory, &repo, &database, &ignored) ||
        place_is_wide(scratch, &repo) || !place_check(&scratch, (Str){0}, &repo, &ignored))
        return NULL;
    Keeper *keeper = server->keepers;
    while (keeper && !str_equal(keeper->root, repo.root))
        keeper = keeper->next;
    if (!keeper)
        keeper = make_keeper(server, &repo, database);
    if (!keeper || !start(keeper))
        return NULL;
    set_asked(keeper, directory);
    return keeper;
}

void keeper_prepare(Server *server, const ToolContext *context, const Str *directories,
                    size_t count)
{
    for (size_t i = 0; i < MIN(count, (size_t)KEEPERS_MAX); i++)
        (void)find_keeper(server, context, directories[i]);
}

/* Reading one file needs no index. */
static bool needs_index(const Tool *tool)
{
    return !tool->param_count || tool->params[0].type != TOOL_TARGET;
}

/* The directory that the request is about; empty when no keeper is of use. */
static Str directory_of(const Exchange *exchange, const ToolContext *context)
{
    const Json *params = exchange->message.params;
    Str wanted = rpc_text(json_get(params, STR("arguments")), STR("root"));
    const Tool *tool = NULL;
    if (str_equal(exchange->message.method, STR("tools/call"))) {
        tool = answer_find_tool(exchange->server, rpc_text(params, STR("name")));
        if (!tool || !needs_index(tool))
            return (Str){0};
    }
    for (size_t i = 0; wanted.len && i < context->root_count; i++)
        if (str_equal(wanted, context->roots[i]) || str_equal(wanted, path_base(context->roots[i])))
            return context->roots[i];
    return context->root;
}

KeeperReply keeper_ask(Exchange *exchange, unsigned wait)
{
    ToolContext context = call_context(exchange);
    Str directory = directory_of(exchange, &context);
    Keeper *keeper = directory.len ? find_keeper(exchange->server, &context, directory) : NULL;
    if (!keeper)
        return KEEPER_NONE;
    if (keeper->awaited >= AWAITED_MAX)
        return KEEPER_BUSY;
    exchange->keeper = keeper;
    exchange->process = take_idle(keeper);
    KeepAsk ask = {.serial = exchange->serial, .version = exchange->process.version, .wait = wait};
    if (!keeper->awaited++)
        keeper->heard_ms = proc_clock_ms();
    outbox_put(&keeper->outbox, &ask, sizeof ask);
    exchange->asking = true;
    return KEEPER_ASKED;
}

void keepers_close(Server *server)
{
    while (server->keepers) {
        Keeper *keeper = server->keepers;
        server->keepers = keeper->next;
        end_child(keeper);
        end_idle(keeper);
        Arena arena = keeper->arena;
        arena_close(&arena);
    }
}
