/* Processes that go on by themselves: what they end with, and how others end them. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

/* From now on this process is interrupted (SIGINT) when `owner` has ended (0: nobody), or when
   `gone`, asked about once a second in a thread, says so; killed when it goes on for some seconds
   after that. */
typedef struct ProcFollow {
    uint64_t owner;
    bool (*gone)(const struct ProcFollow *follow);
    Arena *scratch; /* for it alone */
    Str path;
    uint64_t file;
} ProcFollow;
/* `follow` must live as long as the process. */
bool proc_follow(const ProcFollow *follow) MUST_USE;

/* The words that a process was started with, each with a NUL behind it; empty when there is none.
 */
Str proc_words(Arena *arena, uint64_t process);
/* Interrupts it, or kills it. False when that is not possible. */
bool proc_end(uint64_t process, bool hard);
