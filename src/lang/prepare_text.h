/* The copy of a text that a prepare function changes (Language.prepare): what it may ask of it. */
#pragma once

#include "base/str.h"

typedef struct Prepared {
    char *text;
    size_t len;
} Prepared;

/* The byte, or 0 behind the end. */
char prepared_byte(const Prepared *prepared, size_t at);
/* Behind blanks and tabs; behind white space. */
size_t prepared_skip_blanks(const Prepared *prepared, size_t at);
size_t prepared_skip_space(const Prepared *prepared, size_t at);
size_t prepared_word_end(const Prepared *prepared, size_t at);
bool prepared_is_word(const Prepared *prepared, size_t at, Str word);
bool prepared_is_one_of(Str word, const char *words); /* with a blank between two */
/* The next place at or after `at` where the word stands, or `len`. */
size_t prepared_next_word(const Prepared *prepared, size_t at, Str word);
/* The next place at or after `at` where the word begins a line, or `len`. */
size_t prepared_next_line(const Prepared *prepared, size_t at, Str word);
/* [from, to) becomes blanks; ends of lines stay. */
void prepared_blank(Prepared *prepared, size_t from, size_t to);
/* The bracket that closes the one at `open`, at most `reach` bytes on, or `len`. Texts in quotes
   are passed over. */
size_t prepared_close(const Prepared *prepared, size_t open, size_t reach);
