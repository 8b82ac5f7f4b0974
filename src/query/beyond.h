/* What a sum does not count. An answer about callers, dependents or tests rests on edges, which
   only code has that is followed whole. So its sum says how many lines elsewhere have the name, and
   what of the tree was not looked at at all. */
#pragma once

#include "session/send.h"
#include "session/session.h"

typedef struct BeyondOptions {
    bool no_templates; /* another note counts lines in page templates */
    bool only_tests;   /* the sum is of tests */
    bool frugal;       /* the answer is about more than the sum: a large tree is not read for it */
} BeyondOptions;

/* A line with one of the names. */
typedef struct BeyondPlace {
    Str path, name;
    uint32_t line;
} BeyondPlace;
/* As many places as a line of an answer shows. */
#define BEYOND_SHOWN 3

typedef struct Beyond {
    uint64_t text;    /* lines in files that are not followed */
    uint64_t partial; /* lines of code that was read in part, besides known calls */
    BeyondPlace places[BEYOND_SHOWN];
    size_t place_count;
    Str word;        /* the only name, or empty */
    size_t names;    /* that were looked for */
    size_t unsought; /* names for which there was no room */
    uint32_t missed; /* files that were not searched */
    Str call;        /* that shows the lines, or searches the rest */
} Beyond;

/* Looks for the names of the symbols. Those of fields and variables, and names that text does not
   write, are left out where there are several. */
Beyond beyond_find(SessionRequest *request, const IndexSession *session, const uint32_t *symbols,
                   size_t count, BeyondOptions options);
/* `not counted: 1 line with the word f in text that is not followed (a.S:3): fovea grep f …`;
   empty if the sum lacks nothing. */
Str beyond_text(SessionRequest *request, const Beyond *beyond);
/* The same as fields {names, lines, places, files_missed, show}; NULL if the sum lacks nothing. */
Json *beyond_value(Arena *arena, const Beyond *beyond);
/* Adds the sentence to the notes of the answer and the fields to its limits, then what of the tree
   was not looked at. */
void beyond_note_word(SessionRequest *request, IndexSession *session, Str word);
/* The same for symbols. */
void beyond_note(SessionRequest *request, IndexSession *session, const uint32_t *symbols,
                 size_t count, BeyondOptions options);
