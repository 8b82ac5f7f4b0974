/* Syntax faults of one text, as far as they can be known without its compiler. */
#pragma once

#include "change/change.h"

/* A text with more faults than that has other problems; the rest are dropped. */
#define FAULTS_MAX 200

typedef struct Fault {
    uint32_t start_line, end_line; /* the fault lies in these lines, from 1 */
    Str what;                      /* as a clause: `')' is missing` */
    bool likely;                   /* a macro may explain it */
} Fault;
typedef VEC(Fault) FaultVec;

/* Lists the faults of a side's text in the order of their places. For preprocessed languages these
   are brackets that do not match, since a grammar cannot know what macros stand for. Strings are
   static or in `arena`. */
void faults_find(Arena *arena, Arena scratch, const ChangeSide *side, FaultVec *faults);
/* Lists what the grammar does not understand in a part of a side's text, the lines of the whole
   text counted. Faults that a macro may explain are likely. */
void faults_find_in(Arena *arena, const ChangeSide *side, const Symbol *symbol, FaultVec *faults);
/* Whether faults_find can know any. */
bool faults_are_known(const ChangeSide *side);
