/* Words of a task. Internal to task_intent.c and task_denial.c. */
#pragma once

#include "base/str.h"

/* Takes the next word off a text, in lower case; empty at its end. */
Str task_take_word(Arena *arena, Str *text);
bool task_is_one_of(Str word, const char *const *words, size_t count);
#define TASK_IS_ONE_OF(word, words) task_is_one_of((word), (words), COUNT(words))

typedef enum TaskDenial {
    TASK_DENIES_NOT,
    TASK_DENIES_PERHAPS, /* all, or only a part named before */
    TASK_DENIES          /* it forbids all changes */
} TaskDenial;

TaskDenial task_clause_denies(Arena scratch, Str clause);
/* Whether a clause is an exception to the one before. */
bool task_clause_limits(Arena scratch, Str clause);
