/* Memory use of this process, and a limit on its growth (a fence): a process that grows past it
   ends itself. */
#pragma once

#include "base/base.h"

/* Exit status of a process ended by its fence. */
#define PROC_EXIT_FENCE 9

/* Resident bytes of this process, shared pages counted as a whole; 0 when the system does not
   report it. */
size_t proc_memory(void);
/* Adds bytes to proc_memory, for memory that other processes hold for this one. */
void proc_memory_add(size_t bytes);
/* Resident bytes of another process of this user, and its proportional share (PSS); 0 when it is
   gone. The share takes some milliseconds to count. */
size_t proc_memory_of(int pid);
size_t proc_memory_part_of(int pid);
/* Memory of the machine, or of the container of this process. */
uint64_t proc_memory_machine(void);

/* Starts counting growth. Works within the sandbox too. */
void proc_fence_start(void);
/* Until proc_fence_lift, the process ends itself within about 2 ms of having grown by more than
   `bytes` since proc_fence_start. The peak counts, so memory that was freed in between counts as
   growth. */
void proc_fence_set(size_t bytes);
void proc_fence_lift(void);
/* The peak growth since proc_fence_start. */
size_t proc_fence_grown(void);
