/* Each worker has one socket pair. A request is a header and the file's text; an answer is a header
   and the facts, in the order of the requests. Small files are queued in the socket while the
   worker is busy, so it never waits for the parent. The queue fits the socket's buffer, so the
   parent never waits for a busy worker either.

   Each request says how much the worker may have grown since its start, and a fence enforces that
   (base/proc_memory.h). Growth is measured at the peak. A worker that used much of its share is
   therefore replaced before its next file, which also gives its memory back. */
#include "index/update/worker.h"

#include "base/child.h"
#include "base/proc.h"
#include "base/proc_memory.h"
#include "base/work_limit.h"
#include "index/terms/file_terms.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* Below half of the buffer Linux gives a socket, which also counts its own overhead. */
#define QUEUE_BYTES_MAX (64 * KB)
#define QUEUE_FILES_MAX 16
/* After a file of this size, memory goes back to the system. */
#define LARGE_BYTES (256 * KB)

/* Memory of a worker in addition to its growth: pages copied because the parent changed them since
   the fork. A single worker has this within MEMORY_MARGIN. */
#define OWN_BYTES (5 * MB)

typedef struct Request {
    uint32_t language;
    uint32_t len;
    uint64_t memory; /* UINT64_MAX: no limit */
} Request;

typedef struct Answer {
    uint32_t outline_len;
    uint32_t references_len;
    uint32_t terms_len;
    uint64_t grown; /* proc_fence_grown */
} Answer;

typedef struct Job {
    size_t number;
    size_t bytes;
} Job;

typedef struct Worker {
    Child child;
    Job jobs[QUEUE_FILES_MAX]; /* the first one is being parsed */
    size_t count;
    WorkLimit time; /* for the first job */
    size_t grown;   /* as last reported */
    size_t memory;  /* as last allowed */
    bool alone;
    bool refused; /* the system refused it a process; the next run tries again */
} Worker;

struct WorkerPool {
    Arena *arena;
    Arena answers;
    WorkerOptions options;
    Worker workers[WORKERS_MAX];
    size_t count;
    size_t allowed;   /* bytes for all workers */
    size_t active;    /* only the first `active` workers get files */
    int refusal;      /* errno of the last refused start */
    VEC(size_t) lost; /* jobs queued in a worker that died */
};

/* ---- the worker's side ---- */

static Facts facts_within(Arena *result, Arena scratch, const Language *language, Str text,
                          int time_ms)
{
    Outline outline = {.language = language};
    OutlineOptions options = {
        .time_ms = time_ms, .want_references = true, .want_docs = true, .no_ctags = true};
    lang_outline(result, scratch, language, text, &options, &outline);
    Facts facts = facts_encode(result, scratch, &outline);
    facts.terms = file_terms_make(result, scratch, &outline, text);
    return facts;
}

static Facts make_facts(Arena *result, Arena scratch, const Language *language, Str text)
{
    return facts_within(result, scratch, language, text, 0);
}

Facts worker_facts_soon(Arena *result, Arena scratch, const Language *language, Str text)
{
    return facts_within(result, scratch, language, text, WORKER_SOON_MS);
}

static void serve(int fd, void *state)
{
    const WorkerTask *task = state;
    Arena result, scratch;
    Request request;
    arena_open(&result, 0);
    arena_open(&scratch, 0);
    proc_fence_start();
    while (child_read(fd, &request, sizeof request)) {
        arena_reset(&result);
        proc_fence_set((size_t)MIN(request.memory, SIZE_MAX));
        char *text = arena_bytes(&result, request.len);
        if (request.language >= lang_count() || !child_read(fd, text, request.len))
            break;
        Facts facts =
            (*task)(&result, scratch, lang_at(request.language), (Str){text, request.len});
        Answer answer = {.outline_len = (uint32_t)facts.outline.len,
                         .references_len = (uint32_t)facts.references.len,
                         .terms_len = (uint32_t)facts.terms.len};
        Buf message = buf_open(&result, 0);
        buf_put(&message, (Str){(const char *)&answer, sizeof answer});
        buf_put(&message, facts.outline);
        buf_put(&message, facts.references);
        buf_put(&message, facts.terms);
        proc_fence_lift();
        answer.grown = proc_fence_grown();
        memcpy(message.ptr, &answer, sizeof answer);
        if (!child_write(fd, message.ptr, message.len))
            break;
        if (request.len > LARGE_BYTES)
            arena_give_back(scratch, scratch.end);
    }
}

/* ---- the parent's side ---- */

void worker_hide(const WorkerOptions *options, bool hidden)
{
    for (size_t i = 0; i < WORKER_HIDDEN_MAX; i++)
        if (options->hidden[i])
            arena_hide(options->hidden[i], hidden);
}

static bool start(WorkerPool *pool, Worker *worker)
{
    *worker = (Worker){.child = {.fd = -1}};
    WorkerTask task = pool->options.task ? pool->options.task : make_facts;
    worker_hide(&pool->options, true);
    bool ok = child_start(serve, &task, WORKER_FILE_MS, &worker->child);
    pool->refusal = ok ? pool->refusal : errno;
    worker_hide(&pool->options, false);
    worker->refused = !ok;
    return ok;
}

/* Killing a worker gives its memory back. */
static void stop(Worker *worker)
{
    if (worker->child.pid)
        kill(worker->child.pid, SIGKILL);
    child_stop(&worker->child);
    *worker = (Worker){.child = {.fd = -1}};
}

bool worker_pool_open(Arena *arena, const WorkerOptions *options, WorkerPool **pool, Err *err)
{
    proc_use_small_pages(true);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    size_t wanted = options->count > 0 ? (size_t)options->count : (size_t)MAX(cores, 1);
    *pool = NEW(arena, WorkerPool, 1);
    (*pool)->arena = arena;
    (*pool)->options = *options;
    (*pool)->count = MIN(wanted, (size_t)WORKERS_MAX);
    arena_open(&(*pool)->answers, 0);
    arena_keep_from_children(&(*pool)->answers);
    for (size_t i = 0; i < (*pool)->count; i++)
        (*pool)->workers[i].child.fd = -1;
    worker_pool_allow(*pool, SIZE_MAX);
    return start(*pool, &(*pool)->workers[0]) || worker_pool_refuse(*pool, err);
}

bool worker_pool_refuse(const WorkerPool *pool, Err *err)
{
    err_set(err, ERR_FAILED, "cannot start a worker: %s", strerror(pool->refusal));
    return err_hint(err, "the limit of processes or open files may be too low");
}

void worker_pool_close(WorkerPool **pool)
{
    if (!*pool)
        return;
    for (size_t i = 0; i < (*pool)->count; i++)
        stop(&(*pool)->workers[i]);
    arena_close(&(*pool)->answers);
    *pool = NULL;
}

static size_t share(const WorkerPool *pool)
{
    size_t share = pool->allowed / pool->active;
    if (pool->allowed == SIZE_MAX)
        return SIZE_MAX;
    return pool->active == 1 ? share : share - MIN(share, OWN_BYTES);
}

/* Workers in excess are stopped when idle. */
void worker_pool_allow(WorkerPool *pool, size_t bytes)
{
    pool->allowed = bytes;
    pool->active = pool->count;
    while (pool->active > 1 && share(pool) < WORKER_SHARE_MIN)
        pool->active--;
    for (size_t i = pool->active; i < pool->count; i++)
        if (!pool->workers[i].count)
            stop(&pool->workers[i]);
}

static uint32_t language_number(const Language *language)
{
    for (size_t i = 0; i < lang_count(); i++)
        if (lang_at(i) == language)
            return (uint32_t)i;
    return (uint32_t)lang_count();
}

/* Whether a worker has used up so much of its share that a fresh one should replace it. */
static bool is_worn(const WorkerPool *pool, const Worker *worker)
{
    return worker->grown > share(pool) / 2;
}

/* An idle worker takes a file of any size. */
static bool has_room(const WorkerPool *pool, const Worker *worker, size_t bytes)
{
    size_t waiting = bytes;
    for (size_t i = 1; i < worker->count; i++)
        waiting += worker->jobs[i].bytes;
    if (!worker->count)
        return !worker->refused;
    return worker->count < QUEUE_FILES_MAX && waiting <= QUEUE_BYTES_MAX && !worker->alone &&
           !is_worn(pool, worker);
}

/* False when the worker has no process and cannot get one. */
static bool is_ready(WorkerPool *pool, Worker *worker)
{
    if (!worker->count && worker->child.pid && is_worn(pool, worker))
        stop(worker);
    return worker->child.pid || start(pool, worker);
}

static void begin_first(Worker *worker)
{
    work_limit_start(&worker->time, worker->child.pid, WORKER_FILE_MS);
    work_limit_expect(&worker->time, WORKER_STILL_MS);
}

static void hand_over(WorkerPool *pool, Worker *worker, Job job, const Language *language, Str text)
{
    if (!worker->count)
        begin_first(worker);
    worker->jobs[worker->count++] = job;
    worker->memory = share(pool);
    Request request = {
        .language = language_number(language), .len = (uint32_t)text.len, .memory = worker->memory};
    Str head = {(const char *)&request, sizeof request};
    /* A dead worker is noticed when its answer is awaited. */
    bool sent = child_write_both(worker->child.fd, head, text);
    (void)sent;
}

static Worker *find_room(WorkerPool *pool, size_t bytes)
{
    Worker *worker = NULL;
    for (size_t i = 0; i < pool->active; i++)
        if (has_room(pool, &pool->workers[i], bytes) &&
            (!worker || pool->workers[i].count < worker->count))
            worker = &pool->workers[i];
    return worker;
}

bool worker_pool_submit(WorkerPool *pool, size_t job, const Language *language, Str text)
{
    Worker *worker = find_room(pool, text.len);
    while (worker && !is_ready(pool, worker))
        worker = find_room(pool, text.len);
    if (worker)
        hand_over(pool, worker, (Job){job, text.len}, language, text);
    return worker != NULL;
}

bool worker_pool_submit_alone(WorkerPool *pool, size_t job, const Language *language, Str text)
{
    Worker *worker = &pool->workers[0];
    for (size_t i = 0; i < pool->count; i++)
        stop(&pool->workers[i]);
    pool->active = 1;
    if (!is_ready(pool, worker))
        return false;
    hand_over(pool, worker, (Job){job, text.len}, language, text);
    worker->alone = true;
    return true;
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

/* The file being parsed by a dead or hung worker fails; queued files are tried again. */
static void replace_worker(WorkerPool *pool, Worker *worker, bool hung, WorkerResult *result)
{
    for (size_t i = 1; i < worker->count; i++)
        *VEC_PUSH(pool->arena, &pool->lost) = worker->jobs[i].number;
    kill(worker->child.pid, SIGKILL);
    int status = child_stop(&worker->child);
    *result = (WorkerResult){.job = worker->jobs[0].number,
                             .reason = death_reason(pool, status, hung),
                             .starved = WIFEXITED(status) && WEXITSTATUS(status) == PROC_EXIT_FENCE,
                             .alone = worker->alone};
    stop(worker);
}

static bool take_answer(WorkerPool *pool, Worker *worker, WorkerResult *result)
{
    Answer answer;
    if (!child_read(worker->child.fd, &answer, sizeof answer))
        return false;
    size_t len = (size_t)answer.outline_len + answer.references_len + answer.terms_len;
    if (len > MIN(WORKER_ANSWER_BYTES_MAX, worker->memory))
        return false;
    char *bytes = arena_bytes(&pool->answers, len);
    if (!child_read(worker->child.fd, bytes, len))
        return false;
    *result = (WorkerResult){.job = worker->jobs[0].number,
                             .ok = true,
                             .facts = {{bytes, answer.outline_len},
                                       {bytes + answer.outline_len, answer.references_len},
                                       {bytes + len - answer.terms_len, answer.terms_len}}};
    worker->grown = (size_t)answer.grown;
    worker->alone = false;
    worker->count--;
    memmove(worker->jobs, worker->jobs + 1, worker->count * sizeof *worker->jobs);
    begin_first(worker);
    return true;
}

/* Waits until a worker answers or is due for a check; false when all are idle. */
static bool wait_for_any(WorkerPool *pool, struct pollfd *fds)
{
    int64_t soonest = INT64_MAX, now = proc_clock_ms();
    for (size_t i = 0; i < pool->count; i++) {
        const Worker *worker = &pool->workers[i];
        fds[i] = (struct pollfd){.fd = worker->count ? worker->child.fd : -1, .events = POLLIN};
        if (worker->count)
            soonest = MIN(soonest, worker->time.look_ms);
    }
    if (soonest == INT64_MAX)
        return false;
    return poll(fds, pool->count, (int)MAX(soonest - now, 0)) >= 0 || errno == EINTR;
}

bool worker_pool_next(WorkerPool *pool, WorkerResult *result)
{
    arena_reset(&pool->answers);
    if (pool->lost.len) {
        *result = (WorkerResult){.job = pool->lost.ptr[--pool->lost.len], .must_resubmit = true};
        return true;
    }
    struct pollfd fds[WORKERS_MAX];
    while (wait_for_any(pool, fds)) {
        for (size_t i = 0; i < pool->count; i++) {
            Worker *worker = &pool->workers[i];
            bool late = worker->count && work_limit_is_over(&worker->time);
            if (!worker->count || (!fds[i].revents && !late))
                continue;
            if (!fds[i].revents || !take_answer(pool, worker, result))
                replace_worker(pool, worker, late, result);
            return true;
        }
    }
    for (size_t i = 0; i < pool->count; i++)
        pool->workers[i].refused = false;
    return false;
}
