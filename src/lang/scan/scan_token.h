/* Tokens of small brace languages (protobuf, GraphQL, Thrift, Cap'n Proto, WGSL): words, strings,
   numbers and single bytes, with the comments before a declaration kept as its lead. */
#pragma once

#include "lang/scan/scan_text.h"

typedef enum TokenKind {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_PUNCT
} TokenKind;

typedef struct TokenStyle {
    const char *line_comments; /* first bytes: `#` alone, `/` doubled, `-` doubled */
    const char *quotes;
    const char *word_extra; /* bytes of words beside letters, digits and `_` */
    bool block_comments;    /* slash and star */
    bool nested_comments;
    bool triple_quotes; /* a string of three quotes may span lines, and is documentation */
} TokenStyle;

typedef struct Token {
    TokenKind kind;
    Str text; /* a string without its quotes */
    size_t start, end;
} Token;

typedef struct Tokens {
    Scan *scan;
    Str text;
    const TokenStyle *style;
    size_t at;       /* after the current token */
    size_t last_end; /* of the token before it */
    Token token;
    Lead lead; /* comments right before the current token */
} Tokens;

/* At the first token. */
Tokens tokens_open(Scan *scan, const TokenStyle *style, size_t at);
void token_next(Tokens *tokens);
bool token_is(const Tokens *tokens, const char *word); /* exact case */
bool token_in(const Tokens *tokens, const char *const *words);
bool token_is_punct(const Tokens *tokens, char c);
/* Moves on when it is that. */
bool token_take(Tokens *tokens, const char *word);
bool token_take_punct(Tokens *tokens, char c);
/* From an opening ( [ { or < past what closes it. Brackets of all kinds are counted together. */
void token_skip_group(Tokens *tokens);
/* To the first token that is one of these bytes, over groups; stays on it. */
void token_skip_to(Tokens *tokens, const char *stops);
/* Opens a symbol at `start` with the current lead, a cut point and a signature up to `to`. */
Symbol *token_open(Tokens *tokens, SymbolKind kind, Str name, size_t start, size_t to);
