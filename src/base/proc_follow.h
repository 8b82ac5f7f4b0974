/* Detached processes: how they end with another process, and how they are ended. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

/* Ends this process with another one: it is interrupted (SIGINT) when `owner` has ended (0: none),
   or when `gone`, polled about once a second in a thread, returns true. If it still runs some
   seconds later, it is killed. */
typedef struct ProcFollow {
    uint64_t owner;
    bool (*gone)(const struct ProcFollow *follow);
    Arena *scratch; /* only for `gone` */
    Str path;
    uint64_t file;
} ProcFollow;
/* `follow` must live as long as the process. */
bool proc_follow(const ProcFollow *follow) MUST_USE;

/* The command line of a process, each word terminated by NUL; empty if the process does not exist.
 */
Str proc_words(Arena *arena, uint64_t process);
/* Interrupts a process, or kills it if `hard`. False when that is not possible. */
bool proc_end(uint64_t process, bool hard);
