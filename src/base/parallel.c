#include "base/parallel.h"

#include "base/limits.h"

#include <pthread.h>
#include <unistd.h>

typedef struct Part {
    void (*work)(void *state, unsigned i);
    void *state;
    unsigned i;
    bool started;
    pthread_t thread;
} Part;

unsigned parallel_cores(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return (unsigned)MIN(MAX(cores, 1), PARALLEL_MAX);
}

static void *run_part(void *context)
{
    Part *part = context;
    part->work(part->state, part->i);
    return NULL;
}

void parallel_run(unsigned count, void (*work)(void *state, unsigned i), void *state)
{
    Part parts[PARALLEL_MAX];
    count = MIN(count, PARALLEL_MAX);
    for (unsigned i = 1; i < count; i++) {
        parts[i] = (Part){.work = work, .state = state, .i = i};
        parts[i].started = pthread_create(&parts[i].thread, NULL, run_part, &parts[i]) == 0;
    }
    work(state, 0);
    for (unsigned i = 1; i < count; i++)
        if (parts[i].started)
            pthread_join(parts[i].thread, NULL);
        else
            work(state, i);
}

static void *run_task(void *context)
{
    const ParallelTask *task = context;
    task->work(task->state);
    return NULL;
}

void parallel_start(ParallelTask *task, void (*work)(void *state), void *state)
{
    *task = (ParallelTask){.work = work, .state = state};
    task->started = pthread_create(&task->thread, NULL, run_task, task) == 0;
    if (!task->started)
        work(state);
}

void parallel_finish(ParallelTask *task)
{
    if (task->started)
        pthread_join(task->thread, NULL);
    task->started = false;
}

void parallel_share_open(ParallelShare *share)
{
    *share = (ParallelShare){0};
    pthread_mutex_init(&share->mutex, NULL);
    pthread_cond_init(&share->changed, NULL);
}

void parallel_share_close(ParallelShare *share)
{
    pthread_cond_destroy(&share->changed);
    pthread_mutex_destroy(&share->mutex);
}

void parallel_share_run(ParallelShare *share, unsigned count, void (*work)(void *state, unsigned i),
                        void *state)
{
    pthread_mutex_lock(&share->mutex);
    share->work = work;
    share->state = state;
    share->count = count;
    pthread_cond_broadcast(&share->changed);
    pthread_mutex_unlock(&share->mutex);
    parallel_run(count, work, state);
    pthread_mutex_lock(&share->mutex);
    share->work = NULL;
    while (share->helpers)
        pthread_cond_wait(&share->changed, &share->mutex);
    pthread_mutex_unlock(&share->mutex);
}

void parallel_share_end(ParallelShare *share)
{
    pthread_mutex_lock(&share->mutex);
    share->ended = true;
    pthread_cond_broadcast(&share->changed);
    pthread_mutex_unlock(&share->mutex);
}

/* Called with the lock held, which is released meanwhile. */
static void help(ParallelShare *share)
{
    void (*work)(void *state, unsigned i) = share->work;
    void *state = share->state;
    unsigned number = share->count++;
    share->helpers++;
    pthread_mutex_unlock(&share->mutex);
    work(state, number);
    pthread_mutex_lock(&share->mutex);
    share->helpers--;
    share->work = NULL; /* a part that returned has found nothing left */
    pthread_cond_broadcast(&share->changed);
}

void parallel_share_help(ParallelShare *share)
{
    pthread_mutex_lock(&share->mutex);
    while (!share->ended)
        if (share->work)
            help(share);
        else
            pthread_cond_wait(&share->changed, &share->mutex);
    pthread_mutex_unlock(&share->mutex);
}
