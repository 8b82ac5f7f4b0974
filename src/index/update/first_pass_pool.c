/* Double buffering: each worker shares memory for two batches with this process. While it scans
   one, the other is filled. No other worker has that memory, so a compromised worker can change
   only its own batches. The socket carries the number of a batch and the answer. */
#include "index/update/first_pass_pool.h"

#include "base/child.h"
#include "base/proc.h"
#include "base/proc_memory.h"
#include "base/work_limit.h"
#include "index/catalog/classify.h"
#include "index/update/first_pass_code.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#define BATCHES 2
/* Keeps a worker busy for some milliseconds. */
#define BATCH_BYTES MB
/* Room for paths and texts; the last file may have the maximum size. */
#define ROOM_BYTES (BATCH_BYTES + INDEX_FILE_BYTES_MAX + 2 * PATH_BYTES_MAX)

typedef struct SharedFile {
    uint32_t path, path_len; /* offset; the text follows the path */
    uint32_t text_len;
} SharedFile;

typedef struct SharedBatch {
    uint64_t memory; /* bytes that the worker may take, including this batch */
    uint32_t count;
    SharedFile files[FIRST_PASS_FILES_MAX];
    char bytes[ROOM_BYTES];
} SharedBatch;

typedef struct FirstPassWorker FirstPassWorker;

struct FirstPassBatch {
    FirstPassWorker *worker;
    uint32_t number;
    SharedBatch *shared; /* written here and never read here */
    size_t jobs[FIRST_PASS_FILES_MAX];
    size_t count, used;
    size_t path_len; /* of the file being written */
    bool sent;
};

struct FirstPassWorker {
    Child child;
    SharedBatch *shared; /* BATCHES of them */
    FirstPassBatch batches[BATCHES];
    uint32_t sent[BATCHES]; /* batch numbers; the first is being scanned */
    size_t sent_count;
    WorkLimit time; /* for the first batch */
};

struct FirstPassPool {
    Arena answers;
    WorkerOptions options;
    size_t share;
    FirstPassWorker workers[WORKERS_MAX];
    size_t count;
};

/* ---- the worker's side ---- */

static void read_batch(const SharedBatch *batch, Buf *out, Arena *work, Arena scratch)
{
    for (uint32_t i = 0; i < batch->count; i++) {
        const SharedFile *file = &batch->files[i];
        const char *path = batch->bytes + file->path;
        arena_reset(work);
        first_pass_encode(out, *work, scratch,
                          &(FirstPassText){.path = {path, file->path_len},
                                           .text = {path + file->path_len, file->text_len}});
    }
}

static void serve(int fd, void *state)
{
    const SharedBatch *batches = state;
    Arena result, work, scratch;
    uint32_t number;
    arena_open(&result, 0);
    arena_open(&work, 0);
    arena_open(&scratch, 0);
    proc_fence_start();
    while (child_read(fd, &number, sizeof number)) {
        arena_reset(&result);
        Buf out = buf_open(&result, 0);
        uint32_t len = 0;
        buf_put(&out, (Str){(const char *)&len, sizeof len});
        proc_fence_set((size_t)batches[number % BATCHES].memory);
        read_batch(&batches[number % BATCHES], &out, &work, scratch);
        len = (uint32_t)(out.len - sizeof len);
        memcpy(out.ptr, &len, sizeof len);
        proc_fence_lift();
        if (!child_write(fd, out.ptr, out.len))
            break;
    }
}

/* ---- the parent's side ---- */

static bool start(const FirstPassPool *pool, FirstPassWorker *worker)
{
    size_t len = BATCHES * sizeof *worker->shared;
    worker_hide(&pool->options, true);
    child_memory_share((char *)worker->shared, len, true);
    bool ok = child_start(serve, worker->shared, WORKER_FILE_MS, &worker->child);
    child_memory_share((char *)worker->shared, len, false);
    worker_hide(&pool->options, false);
    worker->sent_count = 0;
    return ok;
}

static bool open_worker(const FirstPassPool *pool, FirstPassWorker *worker)
{
    worker->shared = (SharedBatch *)(void *)child_memory_open(BATCHES * sizeof *worker->shared);
    if (!worker->shared)
        return false;
    for (uint32_t i = 0; i < BATCHES; i++)
        worker->batches[i] =
            (FirstPassBatch){.worker = worker, .number = i, .shared = &worker->shared[i]};
    return start(pool, worker);
}

bool first_pass_pool_open(Arena *arena, const WorkerOptions *options, size_t memory,
                          FirstPassPool **pool, Err *err)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = options->count > 0 ? (size_t)options->count : (size_t)MAX(cores, 1);
    wanted = MIN(MIN(wanted, (size_t)WORKERS_MAX), MAX(memory / FIRST_PASS_SHARE_MIN, 1));
    *pool = NEW(arena, FirstPassPool, 1);
    (*pool)->options = *options;
    (*pool)->share = memory == SIZE_MAX ? SIZE_MAX : memory / wanted;
    arena_open(&(*pool)->answers, 0);
    arena_keep_from_children(&(*pool)->answers);
    while ((*pool)->count < wanted) {
        if (!open_worker(*pool, &(*pool)->workers[(*pool)->count++])) {
            err_set(err, ERR_FAILED, "cannot start a worker: %s", strerror(errno));
            return err_hint(err, "the limit of processes or memory may be too low");
        }
    }
    return true;
}

void first_pass_pool_close(FirstPassPool **pool)
{
    if (!*pool)
        return;
    for (size_t i = 0; i < (*pool)->count; i++) {
        FirstPassWorker *worker = &(*pool)->workers[i];
        if (worker->child.pid)
            kill(worker->child.pid, SIGKILL);
        child_stop(&worker->child);
        child_memory_close((char *)worker->shared, BATCHES * sizeof *worker->shared);
    }
    arena_close(&(*pool)->answers);
    *pool = NULL;
}

/* ---- batches ---- */

/* Takes the least busy worker. */
FirstPassBatch *first_pass_pool_batch(FirstPassPool *pool)
{
    FirstPassWorker *idle = NULL;
    for (size_t i = 0; i < pool->count; i++) {
        FirstPassWorker *worker = &pool->workers[i];
        if (worker->sent_count < BATCHES && (!idle || worker->sent_count < idle->sent_count))
            idle = worker;
    }
    for (size_t i = 0; idle && i < BATCHES; i++)
        if (!idle->batches[i].sent)
            return &idle->batches[i];
    return NULL;
}

char *first_pass_batch_room(FirstPassBatch *batch, Str path, size_t len)
{
    path = str_slice(path, 0, PATH_BYTES_MAX);
    bool full =
        batch->count == FIRST_PASS_FILES_MAX || (batch->count && batch->used + len > BATCH_BYTES);
    if (full || batch->used + path.len + len > ROOM_BYTES)
        return NULL;
    memcpy(batch->shared->bytes + batch->used, path.ptr, path.len);
    batch->path_len = path.len;
    return batch->shared->bytes + batch->used + path.len;
}

void first_pass_batch_put(FirstPassBatch *batch, size_t job, size_t len)
{
    batch->shared->files[batch->count] =
        (SharedFile){(uint32_t)batch->used, (uint32_t)batch->path_len, (uint32_t)len};
    batch->jobs[batch->count++] = job;
    batch->used += batch->path_len + len;
}

size_t first_pass_batch_count(const FirstPassBatch *batch)
{
    return batch->count;
}

static void begin_first(FirstPassWorker *worker)
{
    work_limit_start(&worker->time, worker->child.pid, WORKER_FILE_MS);
    work_limit_expect(&worker->time, WORKER_STILL_MS);
}

void first_pass_pool_send(FirstPassPool *pool, FirstPassBatch *batch)
{
    FirstPassWorker *worker = batch->worker;
    batch->shared->memory = pool->share;
    batch->shared->count = (uint32_t)batch->count;
    batch->sent = true;
    if (!worker->sent_count)
        begin_first(worker);
    worker->sent[worker->sent_count++] = batch->number;
    /* A dead worker is noticed when its answer is awaited. */
    bool sent =
        worker->child.pid && child_write(worker->child.fd, &batch->number, sizeof batch->number);
    (void)sent;
}

/* ---- answers ---- */

static void give_back(FirstPassBatch *batch)
{
    batch->count = batch->used = 0;
    batch->sent = false;
}

static FirstPassAnswer take_first(FirstPassPool *pool, FirstPassWorker *worker)
{
    FirstPassBatch *batch = &worker->batches[worker->sent[0]];
    size_t *jobs = NEW(&pool->answers, size_t, batch->count);
    memcpy(jobs, batch->jobs, batch->count * sizeof *jobs);
    FirstPassAnswer answer = {.jobs = jobs, .count = batch->count};
    give_back(batch);
    worker->sent_count--;
    memmove(worker->sent, worker->sent + 1, worker->sent_count * sizeof *worker->sent);
    begin_first(worker);
    return answer;
}

static bool read_answer(FirstPassPool *pool, FirstPassWorker *worker, Str *packed)
{
    uint32_t len;
    if (!child_read(worker->child.fd, &len, sizeof len) || len > WORKER_ANSWER_BYTES_MAX)
        return false;
    char *bytes = arena_bytes(&pool->answers, len);
    *packed = (Str){bytes, len};
    return child_read(worker->child.fd, bytes, len);
}

/* The batch being scanned is lost; one that waits is sent to the new worker. */
static FirstPassAnswer replace_worker(FirstPassPool *pool, FirstPassWorker *worker)
{
    if (worker->child.pid)
        kill(worker->child.pid, SIGKILL);
    child_stop(&worker->child);
    FirstPassAnswer answer = take_first(pool, worker);
    answer.lost = true;
    FirstPassBatch *waiting = worker->sent_count ? &worker->batches[worker->sent[0]] : NULL;
    if (!start(pool, worker))
        child_stop(&worker->child);
    if (waiting)
        first_pass_pool_send(pool, waiting);
    return answer;
}

/* Waits until a worker answers or is due for a check; false when all are idle. */
static bool wait_for_any(FirstPassPool *pool, struct pollfd *fds)
{
    int64_t soonest = INT64_MAX, now = proc_clock_ms();
    for (size_t i = 0; i < pool->count; i++) {
        const FirstPassWorker *worker = &pool->workers[i];
        fds[i] =
            (struct pollfd){.fd = worker->sent_count ? worker->child.fd : -1, .events = POLLIN};
        if (worker->sent_count)
            soonest = MIN(soonest, worker->child.pid ? worker->time.look_ms : now);
    }
    return soonest != INT64_MAX &&
           (poll(fds, pool->count, (int)MAX(soonest - now, 0)) >= 0 || errno == EINTR);
}

bool first_pass_pool_next(FirstPassPool *pool, FirstPassAnswer *answer)
{
    struct pollfd fds[WORKERS_MAX];
    arena_reset(&pool->answers);
    while (wait_for_any(pool, fds)) {
        for (size_t i = 0; i < pool->count; i++) {
            FirstPassWorker *worker = &pool->workers[i];
            bool late =
                worker->sent_count && (!worker->child.pid || work_limit_is_over(&worker->time));
            Str packed = {0};
            if (!worker->sent_count || (!fds[i].revents && !late))
                continue;
            if (fds[i].revents && read_answer(pool, worker, &packed)) {
                *answer = take_first(pool, worker);
                answer->packed = packed;
            } else {
                *answer = replace_worker(pool, worker);
            }
            return true;
        }
    }
    return false;
}
