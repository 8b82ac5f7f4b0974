/* Lexer for small brace languages (Protocol Buffers, GraphQL, Thrift, Cap'n Proto, WGSL): words,
   strings, numbers and single bytes. Comments before a declaration are kept as its lead. */
#pragma once

#include "lang/scan/scan_text.h"

typedef enum ScanTokenKind {
    TOKEN_END,
    TOKEN_WORD,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_PUNCT
} ScanTokenKind;

typedef struct TokenStyle {
    const char *line_comments; /* first bytes: `#` opens a comment alone, `/` and `-` doubled */
    const char *quotes;
    const char *word_extra; /* bytes of words besides letters, digits and `_` */
    bool block_comments;    /* C comments */
    bool nested_comments;
    bool triple_quotes; /* a string in three quotes may span lines and is documentation */
} TokenStyle;

typedef struct ScanToken {
    ScanTokenKind kind;
    Str text; /* of a string: without its quotes */
    size_t start, end;
} ScanToken;

typedef struct Tokens {
    Scan *scan;
    Str text;
    const TokenStyle *style;
    size_t at;       /* offset after the current token */
    size_t last_end; /* end of the token before it */
    ScanToken token;
    Lead lead; /* comments directly before the current token */
} Tokens;

/* A lexer at the first token from `at` on. */
Tokens tokens_open(Scan *scan, const TokenStyle *style, size_t at);
/* Steps to the next token; at the end, TOKEN_END stays. */
void token_next(Tokens *tokens);
bool token_is(const Tokens *tokens, const char *word); /* case matters */
bool token_in(const Tokens *tokens, const char *const *words);
bool token_is_punct(const Tokens *tokens, char c);
/* Steps over the token if it is that word or byte. */
bool token_take(Tokens *tokens, const char *word);
bool token_take_punct(Tokens *tokens, char c);
/* From an opening ( [ { or < to the token after its closing partner. Brackets of all kinds share
   one counter. */
void token_skip_group(Tokens *tokens);
/* Steps to the first token that is one of these bytes and stays on it; groups are skipped. */
void token_skip_to(Tokens *tokens, const char *stops);
/* Opens a symbol at `start` that takes the current lead; its signature ends at `to`. Adds a cut
   point. */
Symbol *token_open(Tokens *tokens, SymbolKind kind, Str name, size_t start, size_t to);
