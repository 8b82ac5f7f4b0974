/* Separates what a model answers from what it only thinks. Many servers pass the thoughts of a
   model on in the text of its answer: between marks such as `<think>` and `</think>`, or with the
   end mark alone where the beginning was a part of the prompt. Marks in a code fence, in an edit or
   in a code span are text: they belong to source that has them. */
#pragma once

#include "base/buf.h"

typedef struct ThoughtMark ThoughtMark;

/* A filter of a text that comes in any pieces. All text that no mark may begin in is passed on at
   once, the rest when its line is complete. */
typedef struct ThoughtFilter {
    /* Receives text of the answer; false ends the filter. */
    bool (*put)(void *state, Str text);
    /* Is told that the first `count` bytes that were put since the start, or since the last such
       call, were a thought. False ends the filter. */
    bool (*retract)(void *state, size_t count);
    void *state;
    bool thought; /* the text had a thought */
    bool is_over; /* a receiver wants no more */

    /* Only for chat_thought.c. */
    Buf line;                /* that is not complete */
    size_t taken;            /* of it: passed on, or known to be no text */
    size_t count;            /* bytes that were put since the last retraction */
    bool has_text;           /* one of them is no space */
    const ThoughtMark *open; /* in a thought */
    bool is_doubtful;        /* it may be text that only names the mark */
    Buf held;                /* that text */
    char fence;              /* the mark of the fence that is open; 0: none */
    size_t fence_marks;
    bool in_block;  /* of an edit */
    bool in_patch;  /* lines with a sign */
    size_t suspect; /* bytes that were put up to an end mark in a fence or block; 0: none */
    bool is_paired; /* the fence or block has a beginning mark, so an end mark belongs to it */
} ThoughtFilter;

/* The arena holds at most one line, and the text after a doubtful mark. */
void thought_open(ThoughtFilter *filter, Arena *arena);
/* Both are false when a receiver wants no more. */
bool thought_take(ThoughtFilter *filter, Str piece);
/* The text has ended: what is held is passed on, or dropped with the thought that did not end. */
bool thought_end(ThoughtFilter *filter);
