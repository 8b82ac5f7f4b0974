/* The inside of the server. One thread runs the event loop and never blocks. It reads messages,
   checks them, answers simple ones, and forks a process for each request that reads files or
   computes (job.h). So a slow request does not delay others, a request is cancelled by killing its
   process, and a crash or exhausted memory costs one answer. Tools need not be safe for threads.
   They may start workers, since each process has one thread; workers die with it.

   An exchange is one incoming message and the outlet of its answer. A Client holds the data of a
   legacy client's handshake (up to 2025-11-25); modern clients (2026-07-28) send these data in
   every request. */
#pragma once

#include "base/child.h"
#include "base/rpc.h"
#include "serve/outbox.h"
#include "serve/serve.h"

typedef struct Server Server;
typedef struct Client Client;
typedef struct Exchange Exchange;
typedef struct Method Method;
typedef struct DaemonHandle DaemonHandle; /* daemons.h */

typedef enum Era {
    ERA_LEGACY = 1,
    ERA_MODERN = 2,
    ERA_BOTH = 3,
} Era;

/* The levels of syslog, least important first. */
typedef enum LogLevel {
    LOG_DEBUG,
    LOG_INFO,
    LOG_NOTICE,
    LOG_WARNING,
    LOG_ERROR,
    LOG_CRITICAL,
    LOG_ALERT,
    LOG_EMERGENCY,
    LOG_SILENT, /* no messages are wanted */
} LogLevel;

/* Where the messages of one exchange go. */
typedef struct Outlet {
    void *state;
    void (*send)(void *state, Str message); /* notifications and requests before the answer */
    /* Sends the answer; called once for each request. `code`: of the fault in it, or 0. An empty
       answer means that the request was cancelled. */
    void (*end)(void *state, Str answer, RpcCode code);
} Outlet;

struct Client {
    Client *next;
    Arena arena;
    Server *server;
    Str version;              /* agreed on; empty before initialize */
    LogLevel level;           /* the least level of messages that it wants */
    const Json *capabilities; /* the client's, or NULL */
    Arena roots_arena;
    const Str *roots; /* the client's, real paths, in roots_arena; NULL: use the server's */
    size_t root_count;
    bool asked_for_roots; /* it was asked for roots and has not answered */
    Outlet outlet;        /* for messages that belong to no request; send: NULL while unconnected */
};

/* A process that a daemon gave. */
typedef struct JobProcess {
    Child child;
    uint64_t version; /* of its catalog */
    unsigned uses;
} JobProcess;

struct Exchange {
    Exchange *next;
    Arena arena;
    Server *server;
    Client *client; /* a legacy client, or any client of stdio; else NULL */
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
    DaemonHandle *daemon; /* forks its process; NULL: the server does */
    JobProcess process;   /* the process from the daemon: `child` is a separate copy */
    bool asking;          /* the daemon has not answered yet */
    uint32_t waited;      /* a bit for each SessionWait that it has waited for */
    int64_t since_ms;     /* when it came in; once it runs, when it began */
    bool slow;            /* it took too long for the place reserved for short calls */
    bool has_sent;        /* its process has sent something before the answer */
    int parent_fd;        /* in the process itself: socket to the server; else -1 */
    bool listening;       /* subscriptions/listen: stays open without a process */
};

/* guard.h */
typedef struct Guard {
    struct event *turn; /* postpones the alarm */
    struct event *wake; /* a signal has arrived */
    int pipe[2];
} Guard;

struct Server {
    Arena arena;
    ServeOptions options;
    ToolContext context; /* has at least one root */
    bool roots_given;    /* by the operator: clients are not asked for theirs */
    const Tool **tools;  /* the profile's tools */
    size_t tool_count;
    struct event_base *base;
    Exchange *exchanges; /* requests under way, oldest first */
    size_t exchange_count;
    size_t running;         /* processes, and requests for one */
    struct event *patience; /* checks for jobs that run long (job.h) */
    uint64_t serial;
    Str secret; /* signs state that clients send back */
    Client *clients;
    DaemonHandle *daemons;
    Guard guard;
    bool brief;    /* schemas leave out parts that models can do without */
    bool closing;  /* end of the input: ends with the last exchange */
    bool stopping; /* starts nothing any more */
};

/* ---- server.c: for transports ---- */

bool server_open(Server *server, const ToolContext *context, const ServeOptions *options,
                 Err *err) MUST_USE;
/* Call at the end of the input: ends subscriptions, and the loop when all other exchanges have
   ended. */
void server_finish(Server *server);
/* Ends every exchange without an answer and kills all jobs. */
void server_stop(Server *server);
void server_close(Server *server);

/* Returns all versions as an array, newest first. */
Json *server_versions(Arena *arena);
/* Returns the version of that era and name; empty if it is not supported. */
Str server_version(Str wanted, Era era);

Client *client_open(Server *server);
/* Ends its requests without an answer. */
void client_stop(Client *client);
void client_close(Client *client);

/* Parses a message. An invalid text becomes kind RPC_INVALID with a *fault. */
Exchange *exchange_open(Server *server, Client *client, Outlet outlet, Str text, RpcFault *fault);
void exchange_close(Exchange *exchange);
/* Handles it and closes it, now or later. Requests end through their outlet. */
void exchange_take(Exchange *exchange);
/* Ends a request without an answer, when its reader has gone. */
void exchange_cancel(Exchange *exchange);

/* ---- for methods ---- */

/* Answers a method by adding members to `result`, an empty object. */
typedef bool (*MethodAnswer)(Exchange *exchange, Json *result, RpcFault *fault);

struct Method {
    Str name;
    Era eras;
    bool works;      /* runs in a separate process */
    bool cached;     /* modern results carry hints for caches: */
    bool shared;     /* whether they are the same for every user */
    uint32_t ttl_ms; /* how long they are fresh */
    MethodAnswer answer;
};
const Method *method_find(const Server *server, Str name);

/* Answer and close the exchange. */
void exchange_answer(Exchange *exchange, Json *result);
void exchange_fail(Exchange *exchange, const RpcFault *fault);
/* Sends a notification through the exchange. */
void exchange_notify(Exchange *exchange, Str method, Json *params);
/* Adds the fields that every result of its era has. */
void exchange_finish_result(Exchange *exchange, Json *result);
