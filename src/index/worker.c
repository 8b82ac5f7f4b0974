/* Each worker has one socket pair. A request is a header and the file's text; the answer a header
   and the facts. The parent writes a whole request before it waits, and a worker reads a whole
   request before it answers, so neither can block the other. */
#include "index/worker.h"

#include "base/child.h"
#include "base/proc.h"
#include "index/facts.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct Request {
    uint32_t language;
    uint32_t len;
} Request;

typedef struct Worker {
    Child child;
    bool busy;
    size_t job;
    int64_t deadline_ms;
} Worker;

struct WorkerPool {
    Arena answers;
    Worker workers[WORKERS_MAX];
    size_t count;
};

/* ---- the worker's side ---- */

static void serve(int fd)
{
    Arena result, scratch;
    Request request;
    arena_open(&result, 0);
    arena_open(&scratch, 0);
    while (child_read(fd, &request, sizeof request)) {
        arena_reset(&result);
        char *text = arena_bytes(&result, request.len);
        if (request.language >= lang_count() || !child_read(fd, text, request.len))
            break;
        Outline outline;
        OutlineOptions options = {.want_references = true, .want_docs = true, .no_ctags = true};
        lang_outline(&result, scratch, lang_at(request.language), (Str){text, request.len},
                     &options, &outline);
        Buf blob = buf_open(&result, 0);
        facts_encode(scratch, &outline, &blob);
        uint32_t len = (uint32_t)blob.len;
        if (!child_write(fd, &len, sizeof len) || !child_write(fd, blob.ptr, blob.len))
            break;
    }
}

/* ---- the parent's side ---- */

bool worker_pool_open(Arena *arena, int count, WorkerPool **pool, Err *err)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = count > 0 ? (size_t)count : (size_t)MAX(cores, 1);
    *pool = NEW(arena, WorkerPool, 1);
    arena_open(&(*pool)->answers, 0);
    while ((*pool)->count < MIN(wanted, (size_t)WORKERS_MAX)) {
        if (!child_start(serve, &(*pool)->workers[(*pool)->count].child)) {
            err_set(err, ERR_FAILED, "cannot start a worker: %s", strerror(errno));
            return err_hint(err, "the limit of processes or open files may be too low");
        }
        (*pool)->count++;
    }
    return true;
}

void worker_pool_close(WorkerPool **pool)
{
    if (!*pool)
        return;
    for (size_t i = 0; i < (*pool)->count; i++) {
        Worker *worker = &(*pool)->workers[i];
        if (worker->child.pid && worker->busy)
            kill(worker->child.pid, SIGKILL);
        child_stop(&worker->child);
    }
    arena_close(&(*pool)->answers);
    *pool = NULL;
}

size_t worker_pool_size(const WorkerPool *pool)
{
    return pool->count;
}

size_t worker_pool_idle(const WorkerPool *pool)
{
    size_t idle = 0;
    for (size_t i = 0; i < pool->count; i++)
        idle += !pool->workers[i].busy;
    return idle;
}

static uint32_t language_number(const Language *language)
{
    for (size_t i = 0; i < lang_count(); i++)
        if (lang_at(i) == language)
            return (uint32_t)i;
    return (uint32_t)lang_count();
}

void worker_pool_submit(WorkerPool *pool, size_t job, const Language *language, Str text)
{
    Worker *worker = pool->workers;
    while (worker->busy)
        worker++;
    assert(worker < pool->workers + pool->count);
    worker->busy = true;
    worker->job = job;
    worker->deadline_ms = proc_clock_ms() + WORKER_FILE_MS;
    Request request = {.language = language_number(language), .len = (uint32_t)text.len};
    /* A worker that is gone is noticed when its answer is awaited. */
    bool sent = worker->child.pid && child_write(worker->child.fd, &request, sizeof request) &&
                child_write(worker->child.fd, text.ptr, text.len);
    (void)sent;
}

static Str death_reason(WorkerPool *pool, int status, bool hung)
{
    if (hung)
        return STR("took longer than its time limit");
    if (WIFSIGNALED(status))
        return str_format(&pool->answers, "its worker died of signal %d (%s)", WTERMSIG(status),
                          strsignal(WTERMSIG(status)));
    return STR("its worker ran out of memory");
}

/* The file of a dead or hung worker is lost; the worker is replaced. */
static void replace_worker(WorkerPool *pool, Worker *worker, bool hung, WorkerResult *result)
{
    size_t job = worker->job;
    if (worker->child.pid)
        kill(worker->child.pid, SIGKILL);
    int status = child_stop(&worker->child);
    *result = (WorkerResult){.job = job, .reason = death_reason(pool, status, hung)};
    worker->busy = false;
    if (!child_start(serve, &worker->child))
        worker->child.pid = 0;
}

static bool take_answer(WorkerPool *pool, Worker *worker, WorkerResult *result)
{
    uint32_t len = 0;
    if (!child_read(worker->child.fd, &len, sizeof len))
        return false;
    char *blob = arena_bytes(&pool->answers, len);
    if (!child_read(worker->child.fd, blob, len))
        return false;
    worker->busy = false;
    *result = (WorkerResult){.job = worker->job, .ok = true, .blob = {blob, len}};
    return true;
}

bool worker_pool_next(WorkerPool *pool, WorkerResult *result)
{
    arena_reset(&pool->answers);
    while (true) {
        struct pollfd fds[WORKERS_MAX];
        int64_t soonest = INT64_MAX, now = proc_clock_ms();
        for (size_t i = 0; i < pool->count; i++) {
            const Worker *worker = &pool->workers[i];
            fds[i] = (struct pollfd){.fd = worker->busy ? worker->child.fd : -1, .events = POLLIN};
            if (worker->busy)
                soonest = MIN(soonest, worker->deadline_ms);
        }
        if (soonest == INT64_MAX)
            return false;
        if (poll(fds, pool->count, (int)MAX(soonest - now, 0)) < 0 && errno != EINTR)
            return false;
        for (size_t i = 0; i < pool->count; i++) {
            Worker *worker = &pool->workers[i];
            bool late = worker->busy && proc_clock_ms() > worker->deadline_ms;
            if (!worker->busy || (!fds[i].revents && !late))
                continue;
            if (!fds[i].revents || !take_answer(pool, worker, result))
                replace_worker(pool, worker, late, result);
            return true;
        }
    }
}
