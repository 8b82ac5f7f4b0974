/* How the answer on who wrote which part looks: authors by their lines, then commits, newest first,
   each with its ranges of lines. */
#pragma once

#include "git/blame.h"
#include "view/format.h"

typedef struct BlameView {
    Str path, qualified; /* qualified is empty for a file */
    uint32_t first, last;
    const GitBlame *blame;
    size_t limit; /* commits that are listed */
    Str more;     /* the call that lists more, or empty */
} BlameView;

void blame_put_text(Buf *out, Arena scratch, const BlameView *view);
/* Fills an object. */
void blame_set_value(Arena *arena, const BlameView *view, Json *value);
