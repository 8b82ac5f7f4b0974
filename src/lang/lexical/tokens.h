/* The tokens of a text, as the lexical tier sees them: words, numbers, strings, comments, marks.
   Two texts whose tokens have the same hashes in the same order differ in white space only, or in
   what formatters change and nobody means: trailing commas, optional semicolons, the kind of quote,
   line ends, how a comment is broken into lines (by what lang.def says of the language). */
#pragma once

#include "lang/lang.h"

typedef enum TokenKind {
    TOKEN_WORD,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_MARK,    /* one character; `++` and `--` are one token */
    TOKEN_COMMENT, /* one word of a comment */
    TOKEN_INDENT   /* before each line where indentation has a meaning; its hash is the level */
} TokenKind;

typedef struct Token {
    uint32_t start, end; /* in bytes */
    uint32_t hash;
    TokenKind kind;
} Token;

typedef VEC(Token) TokenVec;

/* All of a text up to FILE_BYTES_MAX, in order. */
void tokens_read(Arena *arena, const Language *language, Str text, TokenVec *tokens);
/* What the token of such a word has as its hash. */
uint32_t token_word_hash(Str word);
