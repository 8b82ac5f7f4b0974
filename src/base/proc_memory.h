/* What memory this process takes, and a fence around it: a process that grows past the fence ends
   itself. */
#pragma once

#include "base/base.h"

/* Status of a process that its fence ended. */
#define PROC_EXIT_FENCE 9

/* Bytes of this process that are in memory, by the kernel's count, shared pages as a whole; 0 when
   the system does not tell. */
size_t proc_memory(void);
/* From now on so many bytes more: what others keep beside it. */
void proc_memory_add(size_t bytes);
/* The same of another process of this user, and its part of what it shares with others; 0 when it
   is gone. The part takes some milliseconds to count. */
size_t proc_memory_of(int pid);
size_t proc_memory_part_of(int pid);
/* What the machine, or the container that this process is in, has. */
uint64_t proc_memory_machine(void);

/* Counts growth from now on. Within the sandbox, too. */
void proc_fence_start(void);
/* Until proc_fence_lift the process ends itself within about 2 ms of having grown by more than so
   many bytes since proc_fence_start. What it had before and gave back counts: growth is that of the
   most it ever had. */
void proc_fence_set(size_t bytes);
void proc_fence_lift(void);
/* The most that it had grown by since proc_fence_start. */
size_t proc_fence_grown(void);
