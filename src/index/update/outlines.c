/* Failing to store facts is not an error. */
#include "index/update/outlines.h"

#include "index/update/intake.h"
#include "index/update/worker.h"

typedef struct Outlines {
    Arena *arena;
    OutlineJob *jobs;
    const OutlinesOptions *options;
    WorkerPool *pool;
    VEC(size_t) wanted; /* numbers of jobs to be parsed */
    size_t next;
    bool keeps; /* a transaction is open */
} Outlines;

static bool is_cancelled(const Outlines *outlines)
{
    const volatile bool *cancel = outlines->options->cancel;
    return cancel && *cancel;
}

static bool use_facts(Outlines *outlines, size_t job, const Facts *facts)
{
    Outline outline;
    Facts own = facts_copy(outlines->arena, facts);
    if (!facts->outline.len || !facts->references.len ||
        !facts_decode(outlines->arena, &own, true, &outline) ||
        outline.language != outlines->jobs[job].language)
        return false;
    outlines->jobs[job].outline = outline;
    outlines->jobs[job].facts = own;
    return true;
}

/* Takes facts from the store; false with an error when it cannot be read. */
static bool look_up(Outlines *outlines, size_t job, bool *found, Err *err)
{
    OutlineJob *wanted = &outlines->jobs[job];
    Facts facts = {0};
    *found = !wanted->text.len;
    wanted->outline = (Outline){.language = wanted->language};
    wanted->hash = intake_hash(outlines->arena, wanted->language, wanted->text);
    if (*found || !outlines->options->store)
        return true;
    if (!store_facts_get(outlines->options->store, outlines->arena, wanted->hash, true, &facts,
                         err))
        return false;
    *found = use_facts(outlines, job, &facts);
    return true;
}

/* Stores the facts. A shortened outline is not stored, as more time might give the full one. */
static void keep(Outlines *outlines, size_t job, const Facts *facts)
{
    Err ignored = {0};
    if (outlines->keeps && !outlines->jobs[job].outline.note.len)
        outlines->keeps =
            store_facts_put(outlines->options->store, outlines->jobs[job].hash, facts, &ignored);
}

static void take(Outlines *outlines, const WorkerResult *result)
{
    OutlineJob *job = &outlines->jobs[result->job];
    if (result->must_resubmit)
        *VEC_PUSH(outlines->arena, &outlines->wanted) = result->job;
    else if (!result->ok)
        job->reason = str_copy(outlines->arena, result->reason);
    else if (!use_facts(outlines, result->job, &result->facts))
        job->reason = STR("its facts could not be read back");
    else
        keep(outlines, result->job, &result->facts);
}

static bool parse(Outlines *outlines, Err *err)
{
    WorkerResult result;
    bool more = true;
    while (more || outlines->next < outlines->wanted.len) {
        if (is_cancelled(outlines))
            return err_interrupted(err);
        while (outlines->next < outlines->wanted.len) {
            size_t number = outlines->wanted.ptr[outlines->next];
            const OutlineJob *job = &outlines->jobs[number];
            if (!worker_pool_submit(outlines->pool, number, job->language, job->text))
                break;
            outlines->next++;
        }
        more = worker_pool_next(outlines->pool, &result);
        if (more)
            take(outlines, &result);
        else if (outlines->next < outlines->wanted.len)
            return worker_pool_refuse(outlines->pool, err);
    }
    return true;
}

static bool parse_in_workers(Outlines *outlines, Err *err)
{
    WorkerOptions workers = {.count = outlines->wanted.len < 3 ? 1 : 0, .task = worker_facts_soon};
    WorkerPool *pool SCOPED(worker_pool_close) = NULL;
    Store *store = outlines->options->store;
    Err ignored = {0};
    if (!worker_pool_open(outlines->arena, &workers, &pool, err))
        return false;
    outlines->pool = pool;
    bool began = store && store_begin_at_once(store, &ignored);
    outlines->keeps = began;
    bool ok = parse(outlines, err);
    if (began && outlines->keeps)
        outlines->keeps = store_commit(store, &ignored);
    if (began && !outlines->keeps)
        store_rollback(store);
    return ok;
}

bool outlines_make(Arena *arena, OutlineJob *jobs, size_t count, const OutlinesOptions *options,
                   Err *err)
{
    Outlines outlines = {.arena = arena, .jobs = jobs, .options = options};
    for (size_t i = 0; i < count; i++) {
        bool found;
        if (!look_up(&outlines, i, &found, err))
            return false;
        if (!found)
            *VEC_PUSH(arena, &outlines.wanted) = i;
    }
    return !outlines.wanted.len || parse_in_workers(&outlines, err);
}
