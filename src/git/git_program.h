/* The program git as a child process, sandboxed by its settings. Nothing runs that a repository's
   configuration names: file monitors, hooks, filters, diff drivers, pagers, transports. Nothing is
   written, and neither environment nor repository can redirect it to another repository. */
#pragma once

#include "git/repo.h"

#include "base/proc.h"
#include "base/vec.h"

typedef VEC(const char *) GitWordVec;

void git_words_put(Arena *arena, GitWordVec *words, const char *word);
void git_words_put_text(Arena *arena, GitWordVec *words, Str text);

typedef struct GitProgram {
    Arena *arena;
    GitWordVec settings; /* environment variables: GIT_DIR and configuration */
    unsigned setting_count;
    const char *at; /* working directory: the root of the repository, or of its part */
} GitProgram;

typedef struct GitAsk {
    const char *const *words; /* arguments of `git`, ended by NULL */
    Str input;
    size_t output_max; /* bytes; 0: PROC_OUTPUT_MAX */
} GitAsk;

/* Fails if git is not installed, or if the repository holds a file on which git would block. */
bool git_program_open(Arena *arena, const GitRepo *repo, GitProgram *program, Err *err) MUST_USE;
/* Disables the configured filters. Must be called before git reads contents of the work tree. */
bool git_program_disarm(GitProgram *program, Err *err) MUST_USE;
/* Runs git and collects its output, at most output_max bytes of it (ProcResult.cut). A nonzero exit
   code is not an error here; a timeout is. */
bool git_program_run(const GitProgram *program, Arena *arena, const GitAsk *ask, ProcResult *result,
                     Err *err) MUST_USE;
