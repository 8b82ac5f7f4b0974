/* Pool of worker processes for the first pass (first_pass.h).

   A worker gets the texts of many files at once through shared memory and returns likely
   definitions as varints. Workers are sandboxed and expendable like those of worker.h. One that
   dies loses its batch, which the caller retries file by file. */
#pragma once

#include "base/err.h"
#include "index/store/store.h"
#include "index/update/worker.h"

/* Files of one batch: small ones cost a message a batch, not one each. */
#define FIRST_PASS_FILES_MAX 256
/* The least memory for a worker: two batches, and the results of one. */
#define FIRST_PASS_SHARE_MIN (24 * MB)

typedef struct FirstPassBatch FirstPassBatch;
typedef struct FirstPassPool FirstPassPool;

/* A worker's answer to one batch; lives until the next call for this pool. */
typedef struct FirstPassAnswer {
    const size_t *jobs; /* as passed to first_pass_batch_put */
    size_t count;
    Str packed; /* a first_pass_encode record for each job, in order */
    bool lost;  /* the worker died on one of these files: no records */
} FirstPassAnswer;

/* `memory` is the limit of all workers together, SIZE_MAX: no limit. A worker that exceeds its
   share counts as lost. Call it while the process has one thread. */
bool first_pass_pool_open(Arena *arena, const WorkerOptions *options, size_t memory,
                          FirstPassPool **pool, Err *err) MUST_USE;
void first_pass_pool_close(FirstPassPool **pool); /* works as SCOPED(first_pass_pool_close) */

/* A batch to fill; NULL when all are being scanned (first_pass_pool_next frees one). */
FirstPassBatch *first_pass_pool_batch(FirstPassPool *pool);
/* Room for a text of `len` bytes (at most INDEX_FILE_BYTES_MAX); NULL when the batch is full and
   must be sent. */
char *first_pass_batch_room(FirstPassBatch *batch, Str path, size_t len);
/* Adds the file whose text was written to that room. */
void first_pass_batch_put(FirstPassBatch *batch, size_t job, size_t len);
size_t first_pass_batch_count(const FirstPassBatch *batch);
void first_pass_pool_send(FirstPassPool *pool, FirstPassBatch *batch);
/* Waits for an answer; false when no batch is being scanned. */
bool first_pass_pool_next(FirstPassPool *pool, FirstPassAnswer *answer);
