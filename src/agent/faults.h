/* Syntax faults of one text, as far as they are detectable without its compiler. */
#pragma once

#include "change/change.h"

/* A text with more faults has other problems; the rest are dropped. */
#define FAULTS_MAX 200

typedef struct Fault {
    uint32_t start_line, end_line; /* the fault lies in these lines, from 1 */
    Str what;                      /* as a clause: `')' is missing` */
    bool likely;                   /* a macro may explain it */
} Fault;
typedef VEC(Fault) FaultVec;

/* Lists the faults of a side's text in order of position. Preprocessed languages are checked only
   for unbalanced brackets, since a grammar cannot know what macros expand to. Strings are static or
   in `arena`. */
void faults_find(Arena *arena, Arena scratch, const ChangeSide *side, FaultVec *faults);
/* Lists the errors of the grammar in a part of a side's text, with line numbers of the whole text.
   Faults that a macro may explain are `likely`. */
void faults_find_in(Arena *arena, const ChangeSide *side, const Symbol *symbol, FaultVec *faults);
/* Whether faults_find supports the side's language. */
bool faults_are_known(const ChangeSide *side);
