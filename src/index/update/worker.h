/* Pool of worker processes that parse files into facts.

   Workers are expendable: one that crashes, hangs or runs out of memory loses the file it had and
   is replaced. They receive bytes over a socket and send bytes back. They can open no file, start
   no process and reach no network, as far as the kernel has Landlock, seccomp and rlimits. */
#pragma once

#include "base/err.h"
#include "index/store/facts.h"

/* Limit for one file in processor time, slightly above the parser's own. */
#define WORKER_FILE_MS (PARSE_TIME_MS + 2000)
/* Limit in wall-clock time during which a worker does no work at all: it was stopped, or hangs. */
#define WORKER_STILL_MS 10000
/* Well above the answer for any file, or for a batch of small ones. */
#define WORKER_ANSWER_BYTES_MAX (256 * MB)
#define WORKERS_MAX 64

typedef struct WorkerPool WorkerPool;

typedef struct WorkerResult {
    size_t job; /* as submitted */
    bool ok;
    bool must_resubmit; /* not tried: submit it again */
    bool starved;       /* exceeded its worker's share of the memory */
    bool alone;         /* that share was all of the memory */
    Facts facts;        /* live until the next call for this pool */
    Str reason;         /* why it failed */
} WorkerResult;

/* Callers hide at most two arenas. */
#define WORKER_HIDDEN_MAX 2
/* Runs in the worker: makes the answer for a text. */
typedef Facts (*WorkerTask)(Arena *result, Arena scratch, const Language *language, Str text);
/* A task for interactive use: facts of the outline, but files that take longer than WORKER_SOON_MS
   of processor time get the shorter outline, with a note that says so. */
#define WORKER_SOON_MS 1500
Facts worker_facts_soon(Arena *result, Arena scratch, const Language *language, Str text);
typedef struct WorkerOptions {
    int count;       /* 0: one per core */
    WorkerTask task; /* NULL: facts of the outline */
    /* Arenas of this process that workers do not need: their pages are not copied on write. */
    const Arena *hidden[WORKER_HIDDEN_MAX];
} WorkerOptions;
/* Call around the start of a child, first with true, then with false. */
void worker_hide(const WorkerOptions *options, bool hidden);
/* Call it while the process has one thread. One worker starts at once, the rest with their first
   file. `hidden` must live as long as the pool. From then on this process uses small pages
   (proc_use_small_pages). */
bool worker_pool_open(Arena *arena, const WorkerOptions *options, WorkerPool **pool,
                      Err *err) MUST_USE;
void worker_pool_close(WorkerPool **pool); /* works as SCOPED(worker_pool_close) */

/* The smallest useful share of a worker; with less memory, fewer workers are used. */
#define WORKER_SHARE_MIN (12 * MB)
/* Limits all workers together to that many bytes from now on; SIZE_MAX, as at the start: no limit.
   A file that needs more than one worker's share is starved. */
void worker_pool_allow(WorkerPool *pool, size_t bytes);

/* Hands a file to a worker; the text is not needed after the call. False when all workers are busy.
   If the system refuses further processes, existing workers do everything. False while no job is
   under way means that there is no worker: see worker_pool_refuse. */
bool worker_pool_submit(WorkerPool *pool, size_t job, const Language *language, Str text) MUST_USE;
/* Hands a file to a single worker that may use the memory of all. Call it while no job is under
   way. False when no worker can be started. */
bool worker_pool_submit_alone(WorkerPool *pool, size_t job, const Language *language,
                              Str text) MUST_USE;
/* Sets the error for a pool without workers; returns false. */
bool worker_pool_refuse(const WorkerPool *pool, Err *err);
/* Waits for a finished job; false when none is under way. */
bool worker_pool_next(WorkerPool *pool, WorkerResult *result);
