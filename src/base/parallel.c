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
