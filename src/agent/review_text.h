/* A change as the text that a reviewing model gets: paths, hunks with the numbers of new lines, and
   unchanged lines around them; without what may be secret. */
#pragma once

#include "change/change.h"

typedef struct ReviewText {
    Str text;
    uint64_t tokens;
    StrVec cut;    /* paths of which not all changed lines are in it: they did not fit */
    StrVec secret; /* paths that are left out because they are likely to hold secrets */
} ReviewText;

/* Unchanged lines shown before and after a hunk. */
#define REVIEW_TEXT_AROUND 6

/* Files that fit whole come first, in order; the room that is left is for the beginning of one that
   does not. */
ReviewText review_text_of(Arena *arena, const ChangeSet *set, uint64_t tokens_max);
