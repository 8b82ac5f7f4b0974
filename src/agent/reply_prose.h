/* The prose of a reply, line by line as it arrives. Requests for more are reported apart. Blocks of
   edits and plans are left out where they are taken. A file name above an edit belongs to the edit;
   alone it is prose, as is a fence with other code. */
#pragma once

#include "base/buf.h"
#include "base/vec.h"

/* The file name, and a fence after it. */
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
    /* Whether a file name with a fence after it is an edit, not a quotation. NULL: it is an
       edit. */
    bool (*takes)(void *state, Str part);
    void *state;
    Buf named; /* the file name and its fence, until the fence closes */
    bool in_named;
    Str held[PROSE_HELD_MAX]; /* lines that the next line decides about */
    size_t held_count;
    bool holds_fence; /* the last of them opens a fence */
    ProseFence fence;
    char mark; /* of the fence, with its length */
    size_t marks;
    ProseEdit edit;
    unsigned dividers; /* of the block */
    bool after_blank;  /* the last shown line was empty: another one adds nothing */
    VEC(Str) lines;    /* to be shown, without line ends; the reader empties it */
} Prose;

/* Takes a line without its end. */
void reply_prose_take(Prose *prose, Str line);
/* Ends the reply: held lines are prose. */
void reply_prose_end(Prose *prose);
/* Whether the beginning of a line is prose, whatever its rest is. */
bool reply_prose_is_begun(const Prose *prose, Str begin);
