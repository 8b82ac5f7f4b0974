/* The context of a question: its arenas, the files it may read, the processes it may start, the
   settings, and the form and target of its answer. A tool call fills one in before it runs.
   Everything in it belongs to the caller. */
#pragma once

#include "base/fs.h"
#include "session/progress.h"
#include "view/format.h"

typedef struct SessionRun SessionRun;   /* answer.h */
typedef struct SessionWarm SessionWarm; /* warm.h */
typedef struct Config Config;           /* config/config.h */
typedef struct MapCache MapCache;       /* query/map_cache.h */

/* Values from the configuration. */
typedef struct SessionSettings {
    uint64_t memory;                /* limit of an update in bytes; 0: memory_limit_default */
    uint64_t history_commits;       /* maximum number of commits read; 0: none */
    uint8_t risk_medium, risk_high; /* where risk levels begin; 0: fitted to the repository */
} SessionSettings;

/* Takes the answer piece by piece. False with *err when the reader is gone. */
typedef struct SessionSink {
    bool (*put)(void *state, Str bytes, Err *err);
    void (*image)(void *state, Str mime, Str bytes); /* NULL: takes only text */
    void *state;
} SessionSink;

typedef struct SessionRequest {
    Arena *arena;     /* for results; lives until the answer is delivered */
    Arena *scratch;   /* for temporaries; pass it on by value */
    FsPolicy policy;  /* where relative paths start, and which directories may be read */
    bool no_ignore;   /* files that ignore rules exclude are read, too */
    bool names_place; /* the question names its path, so it may be wide (root_guard.h) */
    bool has_options; /* the caller has a command line: hints may name options */
    SessionSettings settings;
    const Config *config;
    const char *command;         /* the caller's name for the question, in messages: `callers` */
    const char *program;         /* the link that it ran instead of `fovea COMMAND`, or NULL */
    const volatile bool *cancel; /* NULL: never */
    const char *indexer;         /* the program to start for background work; NULL: start none */
    uint64_t owner;              /* process at whose end background work ends; 0: none */
    void (*notice)(Str text);    /* shows a person a message; NULL without a person */
    ProgressSink progress;
    const SessionWarm *warm; /* a catalog in memory, or NULL */
    MapCache *maps;          /* NULL: none */
    ViewFormat format;       /* of the answer */
    SessionSink sink;        /* where it goes (send.h) */
    size_t answer_bytes;     /* the default size if the caller named none; 0: any */
    bool warms_cache;        /* the answer is not read: it warms a cache */
    /* Rewrites `fovea find --limit 9` for the readers of the answers; NULL: leaves it. */
    Str (*reword)(Arena *arena, Str text);
    Str note;        /* notice that the answer must contain; or empty */
    SessionRun *run; /* set by session_answer while it runs the question; else NULL */
} SessionRequest;

static inline bool session_is_cancelled(const SessionRequest *request)
{
    return request->cancel && *request->cancel;
}
