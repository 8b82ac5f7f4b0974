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

void blame_view_put_text(Buf *out, Arena scratch, const BlameView *view);
/* Adds the members of the structured answer to `value`, an object. */
void blame_view_set_value(Arena *arena, const BlameView *view, Json *value);
