/* One side of a changed file: text, outline, tokens, and hashes of each symbol's own part.

   The own part of a symbol is its range, including the comments before it, without its members. A
   change in a member is therefore no change of its container. */
#pragma once

#include "lang/lang.h"
#include "lang/lexical/code_tokens.h"
#include "lang/reading.h"
#include "lang/tree_shape.h"

#define BLANK_UNKNOWN UINT32_MAX

typedef VEC(Str) StrVec;
/* Whether one of the texts is this one. */
bool change_texts_have(const StrVec *texts, Str text);

/* Hashes and counts of a symbol's own part. Equal hashes mean equal tokens in the same order. */
typedef struct OwnPart {
    uint64_t head;     /* before the body: modifiers, type, parameters, bases; without the name */
    uint64_t body;     /* the body or the value */
    uint64_t comments; /* in it and before it */
    uint64_t docs;     /* its docstring, a value that code can read */
    uint64_t bytes;    /* the text by lines with white space, without blank lines */
    uint64_t deep;     /* head, name and body, with those of all members */
    bool yields;       /* has a `yield` */
    uint32_t blank;    /* blank lines; BLANK_UNKNOWN if members lie between them */
    uint32_t head_tokens, body_tokens;
    uint32_t first, last; /* tokens [first, last) of the whole range, members included */
} OwnPart;

/* Names that functions and calls of the file give late (shims.h). */
typedef struct LateNames {
    VEC(Str) names, owners; /* what functions answer for; an empty name: for any */
    VEC(uint32_t) aliases;  /* tokens of words that make an alias */
} LateNames;

/* What the file gives to others by statements of their own (offers.h). */
typedef struct ChangeOffers {
    StrVec names;   /* as other files write them; `* of PATH`: all of another module's */
    StrVec sources; /* by name: what it is called in the file, as far as the statement says */
    bool *symbols;  /* by symbol: whether such a statement names it */
    bool open;      /* it gives more names than can be read here */
    /* What an import takes that asks for all names, where a list says it: `__all__`, `@EXPORT`. */
    StrVec listed;
    bool hides;                  /* what no list names is seen in its file alone (lists_hide) */
    bool has_list, list_is_open; /* there is a list; some of its items are not known here */
} ChangeOffers;

/* What the language's grammar says of a text: texts in which white space counts, and its shape. */
typedef struct SideTree {
    bool looked, known;
    TreeSpanVec texts;
    TreeShape shape;
} SideTree;

typedef struct ChangeSide {
    Str path; /* empty: the file does not exist on this side */
    Str text;
    LangCode code;   /* what of it is compared; its text is `text` unless code is hidden there */
    Outline outline; /* with places of symbols; offsets refer to the text */
    uint64_t sum;    /* of the tokens of a file that hides its code; else 0 */
    TokenVec tokens; /* none if there are too many to keep: change_side_tokens */
    SideTree *tree;  /* read when it is first asked for: change_side_tree */
    OwnPart *own;    /* by symbol */
    /* Linked lists of references by symbol: the first per symbol, the next per reference; 1-based,
       0: none. */
    uint32_t *first_reference, *next_reference;
    ChangeOffers offers;
    LateNames late;
} ChangeSide;

/* Fills in `own`, references and, if `keep_tokens`, tokens, from path, text and outline. Offsets in
   the outline, which may come from a damaged store, are clamped first. */
void change_side_fill(Arena *arena, Arena scratch, ChangeSide *side, bool keep_tokens);
/* Tokenizes the side again, with the same result. */
TokenVec change_side_tokens(Arena *arena, const ChangeSide *side);

/* NULL: not known, since the text hides its code or does not parse in time. */
const SideTree *change_side_tree(Arena *arena, Arena scratch, const ChangeSide *side);

/* Zones of a symbol's own part. */
typedef enum OwnZone {
    ZONE_HEAD,
    ZONE_NAME,
    ZONE_BODY,
    ZONE_COMMENT,
} OwnZone;
typedef void (*OwnVisit)(void *context, const Token *token, OwnZone zone);
/* Visits the tokens of a symbol's own part in order. */
void change_side_visit(const ChangeSide *side, const TokenVec *tokens, size_t index, OwnVisit visit,
                       void *context);
/* The names of a type's bases, in the order of the text. */
StrVec change_side_bases(Arena *arena, const ChangeSide *side, uint32_t type);
