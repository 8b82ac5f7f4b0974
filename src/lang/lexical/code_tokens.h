/* A tokeniser for comparing texts regardless of formatting: words, numbers, strings, comments and
   marks, each with a hash. If the tokens of two texts have the same hashes in the same order, the
   texts differ only in formatting. Formatting is white space, line ends and line breaks in
   comments. Depending on the language it also includes trailing commas, optional semicolons, the
   kind of quote, and the forms in tokens_fold.c. */
#pragma once

#include "lang/lang.h"

typedef enum TokenKind {
    TOKEN_WORD,
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_MARK,    /* one character; `++` and `--` are one token */
    TOKEN_COMMENT, /* one word of a comment */
    TOKEN_INDENT   /* before each line, if indentation is syntax; its hash is the level */
} TokenKind;

typedef struct Token {
    uint32_t start, end; /* in bytes */
    uint32_t hash;
    TokenKind kind;
} Token;

typedef VEC(Token) TokenVec;

/* The tokens of a text of at most FILE_BYTES_MAX, in order, in the arena. */
void code_tokens_read(Arena *arena, const Language *language, Str text, TokenVec *tokens);
/* Index of the first token that begins at or after an offset. */
uint32_t code_tokens_from(const TokenVec *tokens, size_t offset);
/* The hash of a word's token. */
uint32_t token_word_hash(Str word);
