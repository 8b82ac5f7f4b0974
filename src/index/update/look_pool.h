/* Worker processes of the first look (look.h): they get the texts of many files at once through
   memory in common and give back likely definitions as packed numbers. They are as fenced in and as
   expendable as those of worker.h; one that dies costs the batch that it had, which is tried again
   file by file. */
#pragma once

#include "base/err.h"
#include "index/store/store.h"
#include "index/update/worker.h"

#define LOOK_FILES_MAX 256
/* A worker with less can look at small files only: two batches, and what is made of one. */
#define LOOK_SHARE_MIN (24 * MB)

typedef struct LookBatch LookBatch;
typedef struct LookPool LookPool;

/* What a worker says of a batch. The answers live until the next call for this pool. */
typedef struct LookAnswer {
    const size_t *jobs; /* as put */
    size_t count;
    Str packed; /* of each job by look_encode, one behind the other */
    bool lost;  /* the worker died of one of these files: there are no answers */
} LookAnswer;

/* `memory`: what all workers together may take, SIZE_MAX: any; one that needs more than its share
   is lost. Must be called while the process has one thread. */
bool look_pool_open(Arena *arena, const WorkerOptions *options, size_t memory, LookPool **pool,
                    Err *err) MUST_USE;
void look_pool_close(LookPool **pool); /* works as SCOPED(look_pool_close) */

/* A batch to put files into; NULL when all are under way: look_pool_next gives one back. */
LookBatch *look_pool_batch(LookPool *pool);
/* Room for a file's text of so many bytes (INDEX_FILE_BYTES_MAX at most); NULL when the batch has
   enough and must be sent. */
char *look_batch_room(LookBatch *batch, Str path, size_t len);
/* Puts the file whose text was written there. */
void look_batch_put(LookBatch *batch, size_t job, size_t len);
size_t look_batch_count(const LookBatch *batch);
void look_pool_send(LookPool *pool, LookBatch *batch);
/* Waits for a batch; false when none is under way. */
bool look_pool_next(LookPool *pool, LookAnswer *answer);
