/* What a user's task asks for, as far as its words tell. */
#pragma once

#include "base/str.h"

typedef enum TaskIntent {
    TASK_INTENT_UNKNOWN,
    TASK_INTENT_QUESTION, /* nothing is to be changed */
    TASK_INTENT_NOTHING,  /* it says to change nothing */
    TASK_INTENT_CHANGE
} TaskIntent;

/* By the first words of each clause: one that orders a change makes the task a change. Tasks in
   languages whose words are not listed are unknown, unless they end with a question mark. */
TaskIntent task_intent(Arena scratch, Str task);
/* Whether the task asks for text to go: a file or a part of it is to be rewritten or removed. */
bool task_drops(Arena scratch, Str task);
