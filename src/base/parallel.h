/* Parallel execution of one function on several threads, for the length of a call. The threads
   share the object that `state` points to; the caller must make them use different parts of it. */
#pragma once

#include "base/base.h"

#include <pthread.h>

/* Threads of one call, however many processors the machine has. */
#define PARALLEL_MAX 16

/* Processors at hand, at least 1, at most PARALLEL_MAX. */
unsigned parallel_cores(void);

typedef struct ParallelTask {
    void (*work)(void *state);
    void *state;
    bool started;
    pthread_t thread;
} ParallelTask;

/* Runs work on a new thread until parallel_finish; if the system refuses a thread, the work is done
   at once. The task must not be moved in memory. */
void parallel_start(ParallelTask *task, void (*work)(void *state), void *state);
void parallel_finish(ParallelTask *task);

/* Calls work(state, i) for each i below `count`, each on its own thread, 0 on the caller's; returns
   when all have returned. If the system refuses a thread, the caller does its part. */
void parallel_run(unsigned count, void (*work)(void *state, unsigned i), void *state);

/* Work that one thread begins and that another thread joins when it is idle. */
typedef struct ParallelShare {
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    void (*work)(void *state, unsigned i); /* NULL: nothing to take part in now */
    void *state;
    unsigned count, helpers; /* parts begun; threads that help now */
    bool ended;
} ParallelShare;

void parallel_share_open(ParallelShare *share);
void parallel_share_close(ParallelShare *share);
/* parallel_run, in which helping threads take further numbers. */
void parallel_share_run(ParallelShare *share, unsigned count, void (*work)(void *state, unsigned i),
                        void *state);
/* Announces that no more work will come. */
void parallel_share_end(ParallelShare *share);
/* Helps with all work until parallel_share_end. */
void parallel_share_help(ParallelShare *share);
