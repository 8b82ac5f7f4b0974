/* The program git, started so that nothing runs that a repository's configuration names (monitors
   of files, hooks, filters, drivers of diffs, pagers, ways to fetch), nothing is written, and
   neither the environment nor the repository leads it to another one. */
#pragma once

#include "git/repo.h"

#include "base/proc.h"
#include "base/vec.h"

typedef VEC(const char *) GitWordVec;

void git_words_put(Arena *arena, GitWordVec *words, const char *word);
void git_words_put_text(Arena *arena, GitWordVec *words, Str text);

typedef struct GitProgram {
    Arena *arena;
    GitWordVec settings; /* of the environment: GIT_DIR and configuration */
    unsigned setting_count;
    const char *at; /* where it is started: the root of the repository, or of its part */
} GitProgram;

typedef struct GitAsk {
    const char *const *words; /* behind `git`, ended by NULL */
    Str input;
    size_t output_max; /* bytes; 0: PROC_OUTPUT_MAX */
} GitAsk;

/* Errors: there is no git, or the repository holds what git would wait for. */
bool git_program_open(Arena *arena, const GitRepo *repo, GitProgram *program, Err *err) MUST_USE;
/* Before it is asked about contents of the work tree: filters that are configured do not run. */
bool git_program_disarm(GitProgram *program, Err *err) MUST_USE;
/* What it says, at most output_max bytes of it (ProcResult.cut); the exit code is git's. Taking too
   long is an error. */
bool git_program_run(const GitProgram *program, Arena *arena, const GitAsk *ask, ProcResult *result,
                     Err *err) MUST_USE;
