/* The same work on several threads, for the length of one call. The threads share what `state`
   points to; whoever starts them sees to it that they take different parts of it. */
#pragma once

#include "base/base.h"

/* Processors at hand, at least 1, at most PARALLEL_MAX. */
unsigned parallel_cores(void);

/* Calls work(state, i) for each i below `count`, each on a thread of its own, 0 on the caller's;
   returns when all have returned. Where the system refuses a thread the caller does its part. */
void parallel_run(unsigned count, void (*work)(void *state, unsigned i), void *state);
