/* Evidence that only a declaration's text gives: whether the question's words are near each other,
   in its name or signature, or in a row in a string literal; and which lines match best. */
#pragma once

#include "search/rank_declarations.h"

/* The words of a question, prepared for reading many texts. */
typedef struct RankAsked RankAsked;
RankAsked *rank_asked(Arena *arena, const Question *question, const Ranking *ranking);

/* The text of a declaration, from the comment above it to its end. */
typedef struct RankText {
    Str text;
    uint32_t first; /* line at which it begins */
    uint32_t named; /* line at which the declaration itself begins */
    Str name;
} RankText;

/* Sets the evidence. */
void rank_read(const RankAsked *asked, Arena scratch, const RankText *text,
               RankedDeclaration *declaration);
