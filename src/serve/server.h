/* The server's inside. One thread runs the event loop and never waits: it reads messages, checks
   them, answers what is at hand, and forks a process for each request that reads files or
   computes (job.h). So a slow request blocks no other, cancelling is a kill, a crash or exhausted
   memory costs one answer, and tools need not know about threads; they may start workers of their
   own, because each of these processes has one thread. Those die with it.

   An exchange is one message that came in, with the way its answer goes out. A Client is
   kept for those who shake hands (legacy, up to 2025-11-25): what they said once and for all.
   Modern ones (2026-07-28) say it in every request. */
#pragma once

#include "base/child.h"
#include "serve/outbox.h"
#include "serve/rpc.h"
#include "serve/serve.h"

typedef struct Server Server;
typedef struct Client Client;
typedef struct Exchange Exchange;
typedef struct Method Method;
typedef struct DaemonHandle DaemonHandle; /* daemon.h */

typedef enum Era {
    ERA_LEGACY = 1,
    ERA_MODERN = 2,
    ERA_BOTH = 3,
} Era;

/* Syslog's names, from the least important up. */
typedef enum LogLevel {
    LOG_DEBUG,
    LOG_INFO,
    LOG_NOTICE,
    LOG_WARNING,
    LOG_ERROR,
    LOG_CRITICAL,
    LOG_ALERT,
    LOG_EMERGENCY,
    LOG_SILENT, /* nothing is wanted */
} LogLevel;

/* Where the messages of one exchange go. */
typedef struct Outlet {
    void *state;
    void (*send)(void *state, Str message); /* on the way: notifications, requests */
    /* The last one; called once for each request. `code` is that of the fault it tells, or 0. An
       empty answer: the request was cancelled and gets none. */
    void (*end)(void *state, Str answer, RpcCode code);
} Outlet;

struct Client {
    Client *next;
    Arena arena;
    Server *server;
    Str version;              /* agreed on; empty before initialize */
    LogLevel level;           /* of the messages it wants */
    const Json *capabilities; /* the client's, or NULL */
    Arena roots_arena;
    const Str *roots; /* the client's, real paths, in roots_arena; NULL: the server's */
    size_t root_count;
    bool asked_for_roots; /* and has not said them yet */
    Outlet outlet;        /* for what belongs to no request; send is NULL while there is no way */
};

/* A process that a daemon gave. */
typedef struct JobProcess {
    Child child;
    uint64_t version; /* of the catalog that it has */
    unsigned uses;
} JobProcess;

struct Exchange {
    Exchange *next;
    Arena arena;
    Server *server;
    Client *client; /* who shook hands, and every client of stdio; else NULL */
    uint64_t serial;
    Outlet outlet;
    Str text; /* as it came in */
    RpcMessage message;
    const Method *method;
    Era era;
    Str version;
    const Json *capabilities; /* the client's, or NULL */
    const Json *progress_token;
    LogLevel level;
    uint64_t asked; /* requests sent to the client so far */
    /* The process that works on it: fd is -1 while it waits for one, and in that process. */
    Child child;
    struct event *readable;
    struct evbuffer *inbox;
    Outbox outbox;
    DaemonHandle *daemon; /* who gives its process; NULL: it is forked from the server */
    JobProcess process;   /* what the daemon gave: `child` is a copy of its own */
    bool asking;          /* the daemon has not answered yet */
    uint32_t waited;      /* a bit for each SessionWait that it was held back for */
    int64_t since_ms;     /* when it was asked for, then when it began */
    bool slow;            /* had a place for short calls, and took too long for one */
    bool spoke;           /* its process has sent something on the way */
    int parent_fd;        /* in the process itself: towards the server; else -1 */
    bool listening;       /* subscriptions/listen: stays open without a process */
};

/* guard.h */
typedef struct Guard {
    struct event *turn; /* puts the alarm off */
    struct event *wake; /* a signal came */
    int pipe[2];
} Guard;

struct Server {
    Arena arena;
    ServeOptions options;
    ToolContext context; /* has at least one root */
    bool roots_given;    /* by the operator: a client's are not asked for */
    const Tool **tools;  /* what the profile offers */
    size_t tool_count;
    struct event_base *base;
    Exchange *exchanges; /* requests under way, the oldest first */
    size_t exchange_count;
    size_t running;         /* processes, and asks for one */
    struct event *patience; /* looks after what runs for long (job.h) */
    uint64_t serial;
    Str secret; /* signs what clients carry for us */
    Client *clients;
    DaemonHandle *daemons;
    Guard guard;
    bool brief;    /* schemas without what models can do without */
    bool closing;  /* no further input: ends when the last exchange has */
    bool stopping; /* nothing is started any more */
};

/* ---- server.c: for transports ---- */

bool server_open(Server *server, const ToolContext *context, const ServeOptions *options,
                 Err *err) MUST_USE;
/* There is no more input: what only listens ends; the loop, when the rest has. */
void server_finish(Server *server);
/* Ends every exchange, without an answer, and kills what runs. */
void server_stop(Server *server);
void server_close(Server *server);

/* All versions, the newest first, as an array. */
Json *server_versions(Arena *arena);
/* The version of that era with this name; empty when there is none. */
Str server_version(Str wanted, Era era);

Client *client_open(Server *server);
/* Ends its requests, without an answer. */
void client_stop(Client *client);
void client_close(Client *client);

/* A message as it came in; a text that is no message gives kind RPC_INVALID, and *fault. */
Exchange *exchange_open(Server *server, Client *client, Outlet outlet, Str text, RpcFault *fault);
void exchange_close(Exchange *exchange);
/* Works on it and closes it, now or later. Requests end through their outlet. */
void exchange_take(Exchange *exchange);
/* Ends a request without an answer: its reader has gone. */
void exchange_cancel(Exchange *exchange);

/* ---- for those who answer ---- */

/* A method's work. Members are added to `result`, an empty object. */
typedef bool (*MethodAnswer)(Exchange *exchange, Json *result, RpcFault *fault);

struct Method {
    Str name;
    Era eras;
    bool works;      /* in a process of its own */
    bool cached;     /* modern results of it carry hints for caches: */
    bool shared;     /* the same for every user */
    uint32_t ttl_ms; /* fresh for so long */
    MethodAnswer answer;
};
const Method *method_find(const Server *server, Str name);

/* Answers and closes. */
void exchange_answer(Exchange *exchange, Json *result);
void exchange_fail(Exchange *exchange, const RpcFault *fault);
/* A notification on the way of this exchange. */
void exchange_notify(Exchange *exchange, Str method, Json *params);
/* What every result of its era has. */
void exchange_finish_result(Exchange *exchange, Json *result);
