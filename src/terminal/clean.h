/* Untrusted text made safe for a terminal, character by character. The output never contains a
   control character: no text of a model or a file can move the cursor, change colours or the title,
   or answer for the user. */
#pragma once

#include "base/buf.h"

typedef enum CleanFor {
    CLEAN_PROSE, /* invisible characters are dropped, except those that change the direction */
    CLEAN_CODE,  /* invisible characters are spelled: <U+200B> */
} CleanFor;

/* Bytes of one shown character with its combining marks: some languages need six marks; more would
   be a stack that reaches into other lines. */
#define CLEAN_BYTES_MAX 32

/* Width of a tab stop, as on most terminals. */
#define CLEAN_TAB_COLUMNS 8

/* One shown character. Emoji composed of several are shown one by one, without joiners and
   variation selectors: terminals disagree on the width of the whole. */
typedef struct CleanChar {
    char text[CLEAN_BYTES_MAX];
    uint8_t len;     /* 0: nothing is shown */
    uint8_t columns; /* as many as bytes for a spelled character, at most 2 for others */
    bool spelled;
} CleanChar;

/* Takes the character at *at and moves on. Line feeds and tabs are control characters like any
   other: the caller handles them first. */
CleanChar clean_next(Str text, size_t *at, CleanFor purpose);

/* The end of a user-perceived character: with its marks, joined emoji, flags. */
size_t clean_cluster_end(Str text, size_t at);

/* Appends text with its line feeds, without CR before them, and tabs expanded to 8 columns. */
void clean_put(Buf *out, Str text, CleanFor purpose);
