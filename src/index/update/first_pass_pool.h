/* Worker processes of the first pass (first_pass.h): they get the texts of many files at once
   through memory in common and give back likely definitions as packed numbers. They are as fenced
   in and as expendable as those of worker.h; one that dies costs the batch that it had, which is
   tried again file by file. */
#pragma once

#include "base/err.h"
#include "index/store/store.h"
#include "index/update/worker.h"

#define FIRST_PASS_FILES_MAX 256
/* A worker with less can look at small files only: two batches, and what is made of one. */
#define FIRST_PASS_SHARE_MIN (24 * MB)

typedef struct FirstPassBatch FirstPassBatch;
typedef struct FirstPassPool FirstPassPool;

/* What a worker says of a batch. The answers live until the next call for this pool. */
typedef struct FirstPassAnswer {
    const size_t *jobs; /* as put */
    size_t count;
    Str packed; /* of each job by first_pass_encode, one behind the other */
    bool lost;  /* the worker died of one of these files: there are no answers */
} FirstPassAnswer;

/* `memory`: what all workers together may take, SIZE_MAX: any; one that needs more than its share
   is lost. Must be called while the process has one thread. */
bool first_pass_pool_open(Arena *arena, const WorkerOptions *options, size_t memory,
                          FirstPassPool **pool, Err *err) MUST_USE;
void first_pass_pool_close(FirstPassPool **pool); /* works as SCOPED(first_pass_pool_close) */

/* A batch to put files into; NULL when all are under way: first_pass_pool_next gives one back. */
FirstPassBatch *first_pass_pool_batch(FirstPassPool *pool);
/* Room for a file's text of so many bytes (INDEX_FILE_BYTES_MAX at most); NULL when the batch has
   enough and must be sent. */
char *first_pass_batch_room(FirstPassBatch *batch, Str path, size_t len);
/* Puts the file whose text was written there. */
void first_pass_batch_put(FirstPassBatch *batch, size_t job, size_t len);
size_t first_pass_batch_count(const FirstPassBatch *batch);
void first_pass_pool_send(FirstPassPool *pool, FirstPassBatch *batch);
/* Waits for a batch; false when none is under way. */
bool first_pass_pool_next(FirstPassPool *pool, FirstPassAnswer *answer);
