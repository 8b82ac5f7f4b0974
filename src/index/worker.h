/* Worker processes that turn a file's bytes into facts. They are expendable: one that crashes,
   hangs or runs out of memory costs the file it had, and is replaced. They get bytes over a socket
   and give bytes back; they can open nothing, start nothing and reach no network (Landlock,
   seccomp, rlimits, as far as the kernel has them). */
#pragma once

#include "base/err.h"
#include "index/facts.h"

/* One file's limit, a little above the parser's own. */
#define WORKER_FILE_MS (PARSE_TIME_MS + 2000)
/* Far more than what is found in a file, or a batch of small ones, comes to. */
#define WORKER_ANSWER_BYTES_MAX (256 * MB)
#define WORKERS_MAX 64

typedef struct WorkerPool WorkerPool;

typedef struct WorkerResult {
    size_t job; /* as submitted */
    bool ok;
    bool again;  /* not tried: submit it once more */
    Facts facts; /* they live until the next call for this pool */
    Str reason;  /* why not */
} WorkerResult;

/* `count` 0: one a core. Must be called while the process has one thread. */
bool worker_pool_open(Arena *arena, int count, WorkerPool **pool, Err *err) MUST_USE;
void worker_pool_close(WorkerPool **pool); /* works as SCOPED(worker_pool_close) */

/* Hands over a file; false when all workers have enough to do. The text is not needed after the
   call. */
bool worker_pool_submit(WorkerPool *pool, size_t job, const Language *language, Str text) MUST_USE;
/* Waits for a finished job; false when none is under way. */
bool worker_pool_next(WorkerPool *pool, WorkerResult *result);
