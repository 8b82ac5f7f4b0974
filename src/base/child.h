/* Child processes that run a function of this program, with a socket to the parent; optionally in a
   sandbox. */
#pragma once

#include "base/str.h"

#include <sys/types.h>

typedef struct Child {
    pid_t pid; /* 0: none */
    int fd;    /* the parent's end of the socket */
} Child;

/* Forks. The child enters the sandbox (base/sandbox.h), runs `serve` on its end of the socket and
   exits. On the parent's end, a message that makes no progress for `patience_ms` milliseconds fails
   as if the child were gone. The process must have only one thread. False when the system refuses.
 */
bool child_start(void (*serve)(int fd, void *state), void *state, int patience_ms,
                 Child *child) MUST_USE;
/* The same without the sandbox, for trusted work in a process that can be killed at any time. Its
   standard input and output are empty; every other descriptor but standard error is closed. Signal
   handlers are reset, and it dies with its parent. */
bool child_fork(void (*serve)(int fd, void *state), void *state, Child *child) MUST_USE;
/* The same, but the new process is a child of this one's parent (a sibling), so it outlives this
   process; only the parent can wait for it. The caller hands `child` over (child_send). */
bool child_fork_sibling(void (*serve)(int fd, void *state), void *state, Child *child) MUST_USE;
/* Closes the socket, which makes a healthy child exit; waits for it; returns the status of
   waitpid(2). */
int child_stop(Child *child);

/* Memory shared with the children started from now on, visible to all. Zeroed; pages cost memory
   only when touched. NULL when the system refuses. */
char *child_memory_open(size_t len) MUST_USE;
/* Sets whether children started from now on share it. */
void child_memory_share(char *memory, size_t len, bool shared);
void child_memory_close(char *memory, size_t len);

/* Transfer whole messages; false when the peer is gone. */
bool child_write(int fd, const void *bytes, size_t len) MUST_USE;
/* Writes two parts of a message with one system call, which the sandbox does not allow. */
bool child_write_both(int fd, Str head, Str body) MUST_USE;
bool child_read(int fd, void *bytes, size_t len) MUST_USE;

/* Transfer a message of fixed size with a descriptor (-1: none), of which the receiver gets a copy.
 */
bool child_send(int fd, const void *bytes, size_t len, int passed) MUST_USE;
bool child_receive(int fd, void *bytes, size_t len, int *passed) MUST_USE;
