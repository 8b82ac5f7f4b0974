/* Detects prose that may take edits back, for tasks that nobody watches. A sentence counts unless
   it is surely neutral: an answer that is sent again, with its edits alone, costs less than a wrong
   edit. */
#pragma once

#include "base/str.h"

/* The first doubtful sentence, in the arena; empty: none, or the answer has no edit. */
Str doubt_find(Arena *arena, Str answer);
