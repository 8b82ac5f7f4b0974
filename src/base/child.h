/* A child that runs a function of this program, in a sandbox, with one socket to its parent. */
#pragma once

#include "base/str.h"

#include <sys/types.h>

typedef struct Child {
    pid_t pid; /* 0: none */
    int fd;    /* the parent's end */
} Child;

/* Forks; the child enters the sandbox (base/sandbox.h), runs `serve` on its end of the socket and
   exits. The parent's end gives up a message that stands still for `patience_ms` milliseconds, as
   if the child were gone. Must be called while the process has one thread. False when the system
   refuses.
 */
bool child_start(void (*serve)(int fd, void *state), void *state, int patience_ms,
                 Child *child) MUST_USE;
/* The same without the sandbox, for work of our own in a process that can be killed at any time:
   its standard input and output are empty, every other descriptor but standard error is closed,
   signals are as at the start, and it dies with its parent. */
bool child_fork(void (*serve)(int fd, void *state), void *state, Child *child) MUST_USE;
/* The same, but the new process is a child of this one's parent, which alone may wait for it; so it
   outlives this one. `child` is for handing over (child_send). */
bool child_fork_sibling(void (*serve)(int fd, void *state), void *state, Child *child) MUST_USE;
/* Closes the socket, at which a healthy child ends; waits; returns the status of waitpid(2). */
int child_stop(Child *child);

/* Memory in common with the children started from now on: what one writes the others read. Zeroed,
   and pages cost memory when touched only. NULL when the system refuses. */
char *child_memory_open(size_t len) MUST_USE;
/* Whether children started from now on have it. */
void child_memory_share(char *memory, size_t len, bool shared);
void child_memory_close(char *memory, size_t len);

/* Whole messages; false when the other side is gone. */
bool child_write(int fd, const void *bytes, size_t len) MUST_USE;
/* Two parts of one message in one system call, which the sandbox does not have. */
bool child_write_both(int fd, Str head, Str body) MUST_USE;
bool child_read(int fd, void *bytes, size_t len) MUST_USE;

/* A message of fixed size, with a descriptor (-1: none) that the receiver gets a copy of. */
bool child_send(int fd, const void *bytes, size_t len, int passed) MUST_USE;
bool child_receive(int fd, void *bytes, size_t len, int *passed) MUST_USE;
