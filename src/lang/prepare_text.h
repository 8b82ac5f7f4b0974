/* Text helpers for prepare functions (Language.prepare), which rewrite a copy of the source before
   it is parsed. Offsets may lie beyond the end unless a comment says otherwise. */
#pragma once

#include "base/str.h"

typedef struct Prepared {
    char *text;
    size_t len;
} Prepared;

/* The byte, or 0 beyond the end. */
char prepared_byte(const Prepared *prepared, size_t at);
/* The offset after any blanks and tabs at `at`, or after any white space. */
size_t prepared_skip_blanks(const Prepared *prepared, size_t at);
size_t prepared_skip_space(const Prepared *prepared, size_t at);
size_t prepared_word_end(const Prepared *prepared, size_t at);
bool prepared_is_word(const Prepared *prepared, size_t at, Str word);
/* Whether the word is one of `words`, which are separated by blanks. */
bool prepared_is_one_of(Str word, const char *words);
/* Offset of the next occurrence of the word at or after `at`, or `len`. */
size_t prepared_next_word(const Prepared *prepared, size_t at, Str word);
/* Offset of the next occurrence at or after `at` that is the first word of a line, or `len`. */
size_t prepared_next_line(const Prepared *prepared, size_t at, Str word);
/* Overwrites [from, to) with blanks; line ends stay. */
void prepared_blank(Prepared *prepared, size_t from, size_t to);
/* Offset of the bracket that closes the one at `open`, searched for in `reach` bytes; `len` if it
   is not found. Strings in double quotes are skipped. */
size_t prepared_close(const Prepared *prepared, size_t open, size_t reach);
