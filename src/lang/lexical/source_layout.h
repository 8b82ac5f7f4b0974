/* Comparison of white space between equal tokens: is a difference in it without meaning, by the
   language's row (LangLayout)? Comments that tools read (lang/directives.h) are also compared.
   White space differs unless a row says that it has no meaning. */
#pragma once

#include "lang/lexical/code_tokens.h"

typedef enum LayoutDifference {
    LAYOUT_DIFFERS = 1,    /* white space that may carry meaning */
    DIRECTIVES_DIFFER = 2, /* comments that a compiler or a builder reads */
    CHECKS_DIFFER = 4,     /* comments that switch checks off or on */
} LayoutDifference;

typedef struct LayoutToken {
    Token token;
    bool detached; /* other code, which is not compared, lies before it */
} LayoutToken;

typedef struct LayoutPart {
    const Language *language;
    Str text;
    uint32_t start, end;       /* of the part, with the comments before it */
    const LayoutToken *tokens; /* code, in order */
    size_t count;
} LayoutPart;

/* LayoutDifference bits. Layout is compared only if both parts have the same number of tokens and
   `same` says that the tokens are equal. */
unsigned source_layout_compare(Arena scratch, const LayoutPart *old, const LayoutPart *new,
                               bool same);
