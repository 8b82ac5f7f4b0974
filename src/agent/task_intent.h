/* The intent of a user's task, as far as its words show it. */
#pragma once

#include "base/str.h"

typedef enum TaskIntent {
    TASK_INTENT_UNKNOWN,
    TASK_INTENT_QUESTION, /* no change is wanted */
    TASK_INTENT_NOTHING,  /* it forbids changes */
    TASK_INTENT_CHANGE
} TaskIntent;

/* Judged by the first words of each clause: a clause that orders a change makes the task a change.
   Tasks in languages without word lists are unknown, unless they end with a question mark. */
TaskIntent task_intent(Arena scratch, Str task);
/* Whether the task asks to remove text: a file or a part of it is to be rewritten or removed. */
bool task_drops(Arena scratch, Str task);
