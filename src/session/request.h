/* What a session needs to know of a question: its arenas, what it may read, which processes it may
   start, and how its caller is told about things. A tool call fills one in before it runs. */
#pragma once

#include "base/fs.h"
#include "session/progress.h"

typedef struct SessionRun SessionRun;   /* answer.h */
typedef struct SessionWarm SessionWarm; /* warm.h */

/* Values from the configuration. */
typedef struct SessionSettings {
    uint64_t memory;                /* limit of an update in bytes (index/update/memory.h) */
    uint64_t history_commits;       /* how many commits are read; 0: none */
    uint8_t risk_medium, risk_high; /* where levels of risk begin; 0: by the repository */
} SessionSettings;

typedef struct SessionRequest {
    Arena *arena;     /* for results: lives until the answer was delivered */
    Arena *scratch;   /* another one; pass it on by value */
    FsPolicy policy;  /* where relative paths start, and which directories may be read */
    bool no_ignore;   /* files that ignore rules leave out are read, too */
    bool names_place; /* a path in the question is meant, however wide it is (root_guard.h) */
    bool has_options; /* the caller has a command line: hints may name options */
    SessionSettings settings;
    const volatile bool *cancel; /* NULL: never */
    const char *indexer;         /* the program to start for background work; NULL: start none */
    uint64_t owner;              /* process with which background work ends; 0: none */
    void (*notice)(Str text);    /* tells a person something besides the answer; NULL: nobody */
    ProgressSink progress;
    const SessionWarm *warm; /* a catalog in memory, or NULL */
    Str note;                /* the answer must say this about itself; empty: nothing */
    SessionRun *run;         /* set by session_answer while it runs the question; else NULL */
} SessionRequest;

static inline bool session_is_cancelled(const SessionRequest *request)
{
    return request->cancel && *request->cancel;
}
