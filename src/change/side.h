/* One side of a file that changed: its text, outline and tokens, and for each symbol what can be
   compared of it. A symbol's own part is its range, comments before it included, without its
   members: what changes in a member is no change of what is around it. */
#pragma once

#include "lang/lang.h"
#include "lang/lexical/tokens.h"

#define BLANK_UNKNOWN UINT32_MAX

/* Of a symbol's own part. Equal hashes stand for equal tokens in equal order. */
typedef struct OwnPart {
    uint64_t head;     /* before the body: modifiers, type, parameters, bases; not the name */
    uint64_t body;     /* the body, or the value */
    uint64_t comments; /* in it and before it; a docstring is one */
    uint64_t bytes;    /* its text, white space within its lines included, without blank lines */
    uint64_t deep;     /* head, name and body of it and of all below it */
    uint32_t blank;    /* lines; BLANK_UNKNOWN: members stand among them */
    uint32_t head_tokens, body_tokens;
    uint32_t first, last; /* tokens [first, last) of its range with all that is in it */
} OwnPart;

typedef struct ChangeSide {
    Str path; /* empty: the file is not there on this side */
    Str text;
    Outline outline; /* with places of symbols; its offsets are within the text */
    TokenVec tokens; /* none where there are too many to keep: change_side_tokens */
    OwnPart *own;    /* of each symbol */
    /* References by symbol: the first of each, the next one of each reference; from 1, 0: none. */
    uint32_t *first_reference, *next_reference;
} ChangeSide;

/* Fills in own parts from path, text and outline, and the tokens if they are kept. Offsets of the
   outline, which may come from a damaged store, are put right first. */
void change_side_fill(Arena *arena, Arena scratch, ChangeSide *side, bool keep_tokens);
/* The same that own parts were made of. */
TokenVec change_side_tokens(Arena *arena, const ChangeSide *side);

/* The tokens of a symbol's own part, in order, for who compares more than hashes. */
typedef enum OwnZone {
    ZONE_HEAD,
    ZONE_NAME,
    ZONE_BODY,
    ZONE_COMMENT,
} OwnZone;
typedef void (*OwnVisit)(void *context, const Token *token, OwnZone zone);
void change_side_visit(const ChangeSide *side, const TokenVec *tokens, size_t index, OwnVisit visit,
                       void *context);
