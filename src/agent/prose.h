/* What of a reply is prose, line by line as it arrives. Requests for more are reported apart, and
   so are edits and plans where they are taken: their blocks are left out. The name of a file above
   an edit belongs to it; alone it is prose, as is a fence with other code. */
#pragma once

#include "base/buf.h"
#include "base/vec.h"

/* The name of a file, and a fence after it. */
#define PROSE_HELD_MAX 2

typedef enum ProseFence {
    PROSE_NO_FENCE,
    PROSE_SHOWN,
    PROSE_HIDDEN
} ProseFence;

typedef enum ProseEdit {
    PROSE_NO_EDIT,
    PROSE_BLOCK,
    PROSE_ENVELOPE,
    PROSE_DIFF
} ProseEdit;

typedef struct Prose {
    Arena *arena;
    bool edits; /* blocks of edits and plans are left out */
    /* Whether the name of a file with a fence after it is an edit, and no quotation. NULL: it is.
     */
    bool (*takes)(void *state, Str part);
    void *state;
    Buf named; /* that part, until its fence closes */
    bool in_named;
    Str held[PROSE_HELD_MAX]; /* lines that the next one decides about */
    size_t held_count;
    bool holds_fence; /* the last of them opens a fence */
    ProseFence fence;
    char mark; /* of the fence, and how many */
    size_t marks;
    ProseEdit edit;
    unsigned dividers; /* of the block */
    bool after_blank;  /* the last line shown was empty: another one adds nothing */
    VEC(Str) lines;    /* to be shown, without their ends; the reader empties it */
} Prose;

/* Takes a line without its end. */
void prose_take(Prose *prose, Str line);
/* The reply has ended: what is held is prose. */
void prose_end(Prose *prose);
