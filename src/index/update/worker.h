/* Worker processes that turn a file's bytes into facts. They are expendable: one that crashes,
   hangs or runs out of memory costs the file it had, and is replaced. They get bytes over a socket
   and give bytes back; they can open nothing, start nothing and reach no network (Landlock,
   seccomp, rlimits, as far as the kernel has them). */
#pragma once

#include "base/err.h"
#include "index/store/facts.h"

/* One file's limit, in processor time, a little above the parser's own. */
#define WORKER_FILE_MS (PARSE_TIME_MS + 2000)
/* By the clock, while it does nothing at all: it was stopped, or waits for what never comes. */
#define WORKER_STILL_MS 10000
/* Far more than what is found in a file, or a batch of small ones, comes to. */
#define WORKER_ANSWER_BYTES_MAX (256 * MB)
#define WORKERS_MAX 64

typedef struct WorkerPool WorkerPool;

typedef struct WorkerResult {
    size_t job; /* as submitted */
    bool ok;
    bool again;   /* not tried: submit it once more */
    bool starved; /* its worker's share of the memory was too little */
    bool alone;   /* which was all of it */
    Facts facts;  /* they live until the next call for this pool */
    Str reason;   /* why not */
} WorkerResult;

#define WORKER_HIDDEN_MAX 2
/* In the worker: what it gives back for a text. */
typedef Facts (*WorkerTask)(Arena *result, Arena scratch, const Language *language, Str text);
/* A task: the facts of the outline, for somebody who waits: a file that takes longer than
   WORKER_SOON_MS of processor time gets the shorter outline that says so. */
#define WORKER_SOON_MS 1500
Facts worker_facts_soon(Arena *result, Arena scratch, const Language *language, Str text);
typedef struct WorkerOptions {
    int count;       /* 0: one a core */
    WorkerTask task; /* NULL: the facts of its outline */
    /* Memory of this process that workers need not have: not copied when it changes. */
    const Arena *hidden[WORKER_HIDDEN_MAX];
} WorkerOptions;
/* Around the start of a child. */
void worker_hide(const WorkerOptions *options, bool hidden);
/* Must be called while the process has one thread. A worker's process is started when it gets its
   first file; what `hidden` names must live as long as the pool. From then on this process keeps to
   small pages (proc_use_small_pages). */
bool worker_pool_open(Arena *arena, const WorkerOptions *options, WorkerPool **pool,
                      Err *err) MUST_USE;
void worker_pool_close(WorkerPool **pool); /* works as SCOPED(worker_pool_close) */

/* A worker with less can do little; there are rather fewer of them. */
#define WORKER_SHARE_MIN (12 * MB)
/* From now on all workers together take at most so many bytes; SIZE_MAX (as at the start): any. A
   file that needs more than one worker's share is starved. */
void worker_pool_allow(WorkerPool *pool, size_t bytes);

/* Hands over a file; false when all workers have enough to do. Where the system gives no further
   processes those that are there do everything; false while none is under way: there are none
   (worker_pool_refuse). The text is not needed after the call. */
bool worker_pool_submit(WorkerPool *pool, size_t job, const Language *language, Str text) MUST_USE;
/* While none is under way: hands over a file to the only worker, which may take what all may; false
   when there is none. */
bool worker_pool_submit_alone(WorkerPool *pool, size_t job, const Language *language,
                              Str text) MUST_USE;
/* Why there is no worker; returns false. */
bool worker_pool_refuse(const WorkerPool *pool, Err *err);
/* Waits for a finished job; false when none is under way. */
bool worker_pool_next(WorkerPool *pool, WorkerResult *result);
