/* Separates a model's answer from its thoughts. Many servers include the thoughts in the text of
   the answer: between marks such as `<think>` and `</think>`, or with the end mark alone if the
   beginning was part of the prompt. Marks in a code fence, an edit or a code span are text: they
   belong to quoted source. */
#pragma once

#include "base/buf.h"

typedef struct ThoughtMark ThoughtMark;

/* A filter of a text that arrives in any pieces. Text that cannot begin a mark is passed on at
   once, the rest when its line is complete. */
typedef struct ThoughtFilter {
    /* Receives text of the answer; false ends the filter. */
    bool (*put)(void *state, Str text);
    /* Called if the first `count` bytes put since the start, or since the last such call, were a
       thought. False ends the filter. */
    bool (*retract)(void *state, size_t count);
    /* Receives thoughts within the text; not those that were put before (`retract`). May be
       NULL. */
    void (*think)(void *state, Str text);
    void *state;
    bool thought; /* the text had a thought */
    bool is_over; /* a receiver wants no more text */

    /* Only for chat_thought.c. */
    Buf line;                /* the incomplete line */
    size_t taken;            /* bytes of it passed on, or known not to be text */
    size_t count;            /* bytes put since the last retraction */
    bool has_text;           /* one of them is not a space */
    const ThoughtMark *open; /* mark of the open thought */
    bool is_doubtful;        /* perhaps only text that names the mark */
    Buf held;                /* that text */
    char fence;              /* mark of the open fence; 0: none */
    size_t fence_marks;
    bool in_block;  /* of an edit */
    bool in_patch;  /* lines with a sign */
    size_t suspect; /* bytes put up to an end mark in a fence or block; 0: none */
    bool is_paired; /* the fence or block has a begin mark, so an end mark belongs to it */
} ThoughtFilter;

/* The arena holds at most one line, and the text after a doubtful mark. */
void thought_open(ThoughtFilter *filter, Arena *arena);
/* Both are false if a receiver wants no more. */
bool thought_take(ThoughtFilter *filter, Str piece);
/* Ends the text: held text is passed on, or dropped with the unended thought. */
bool thought_end(ThoughtFilter *filter);
