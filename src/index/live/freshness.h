/* Freshness socket: tells other processes on this machine that the stored index equals the tree, so
   that they need not list the tree. A process that keeps a catalog up to date (live.h) listens on
   it.

   It answers only after it has handled every file event that preceded the question, so an answer is
   as good as a walk. When it is not sure, it answers 0 and the asking process walks. */
#pragma once

#include "index/store/store.h"

typedef struct Freshness Freshness;

/* Listens for the index at `database` of the work tree at `root`; lives in the arena. NULL: another
   process listens already, or the system refuses. */
Freshness *freshness_open(Arena *arena, Str database, Str root);
void freshness_close(Freshness **freshness);
int freshness_fd(const Freshness *freshness); /* readable when a process asks */
/* Accepts the processes that ask now. Whether there are any. */
bool freshness_listen(Freshness *freshness);
/* Answers them. `generation`: generation plus birth of a store that equals the tree; 0: not sure.
   `rules`: git_user_rules at the time of the last walk. */
void freshness_answer(Freshness *freshness, uint64_t generation, uint64_t rules);

/* Asks the listening process. Returns the generation plus birth of the store that equals the tree;
   0 when it is not sure, has other rules, does not answer in time or does not exist. */
uint64_t freshness_ask(Arena scratch, Str database, Str root, uint64_t rules);
