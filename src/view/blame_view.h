/* The view of `git blame`: authors by number of lines, then commits, newest first, each with its
   line ranges. Lines count from 1. */
#pragma once

#include "git/blame.h"
#include "view/format.h"

typedef struct BlameView {
    Str path, qualified; /* qualified is empty for a file */
    uint32_t first, last;
    const GitBlame *blame;
    size_t limit; /* maximum number of commits listed */
    Str more;     /* the call that lists more, or empty */
} BlameView;

extern const char blame_view_wording[];
/* Adds the members of the answer to `value`, and to `words` what only its text says. */
void blame_view_set(Arena *arena, const BlameView *view, Json *value, Json *words);
