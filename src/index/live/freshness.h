/* How a process that keeps a catalog up to date (live.h) tells others on this machine that the
   index is up to date: who asks need not list the tree. It says so only after it has heard every
   event that came before the question, so the answer is as good as a walk; whenever it is not sure,
   it says nothing of use and the one who asks walks. */
#pragma once

#include "index/store/store.h"

typedef struct Freshness Freshness;

/* For the work tree of that root whose index is at `database`. NULL: another process has it, or the
   system refuses. Lives in the arena. */
Freshness *freshness_open(Arena *arena, Str database, Str root);
void freshness_close(Freshness **freshness);
int freshness_fd(const Freshness *freshness); /* readable: somebody asks */
/* Takes up who asks now. Whether there is anybody. */
bool freshness_listen(Freshness *freshness);
/* Answers them. `generation`: the store's that equals the tree, and its birth added to that; 0: not
   sure. `rules`:
   git_user_rules at the time of the last walk. */
void freshness_answer(Freshness *freshness, uint64_t generation, uint64_t rules);

/* Asks for that sum; 0: nobody knows. */
uint64_t freshness_ask(Arena scratch, Str database, Str root, uint64_t rules);
