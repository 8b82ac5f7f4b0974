/* Parameters of a session: a question's arenas, what it may read, which processes it may start, and
   how its caller is notified. A tool call fills one in before it runs. Everything in it belongs to
   the caller. */
#pragma once

#include "base/fs.h"
#include "session/progress.h"

typedef struct SessionRun SessionRun;   /* answer.h */
typedef struct SessionWarm SessionWarm; /* warm.h */

/* Values from the configuration. */
typedef struct SessionSettings {
    uint64_t memory;                /* limit of an update in bytes; 0: memory_limit_default */
    uint64_t history_commits;       /* maximum number of commits read; 0: none */
    uint8_t risk_medium, risk_high; /* where risk levels begin; 0: fitted to the repository */
} SessionSettings;

typedef struct SessionRequest {
    Arena *arena;     /* for results; lives until the answer is delivered */
    Arena *scratch;   /* for temporaries; pass it on by value */
    FsPolicy policy;  /* where relative paths start, and which directories may be read */
    bool no_ignore;   /* files that ignore rules exclude are read, too */
    bool names_place; /* the question names its path, so it may be wide (root_guard.h) */
    bool has_options; /* the caller has a command line: hints may name options */
    SessionSettings settings;
    const volatile bool *cancel; /* NULL: never */
    const char *indexer;         /* the program to start for background work; NULL: start none */
    uint64_t owner;              /* process at whose end background work ends; 0: none */
    void (*notice)(Str text);    /* shows a person a message; NULL: there is no person */
    ProgressSink progress;
    const SessionWarm *warm; /* a catalog in memory, or NULL */
    Str note;                /* notice that the answer must contain; or empty */
    SessionRun *run;         /* set by session_answer while it runs the question; else NULL */
} SessionRequest;

static inline bool session_is_cancelled(const SessionRequest *request)
{
    return request->cancel && *request->cancel;
}
