/* The terms (text/terms.h) of one file, grouped into parts, the units that a search returns. A
   part is a declaration with its comment, without the parts nested in it. Part 0 is the text
   outside all of them.

   The terms are a function of the file's bytes and are stored with its facts. Encoded they are the
   parts, then the terms in ascending order, each with its hits. */
#pragma once

#include "base/varint.h"
#include "lang/lang.h"

/* A part. Small declarations belong to the part around them. */
typedef struct TermPart {
    uint32_t entry;  /* index in the file's entries; 0 is the file itself */
    uint32_t length; /* number of words */
} TermPart;

/* Whether a declaration is a separate part. */
bool term_is_part(const Symbol *symbol);

/* A term in a part. The code has a class of frequency, and whether the term occurs in the part's
   comment or name. */
typedef struct TermHit {
    uint32_t part;
    uint8_t code;
} TermHit;
#define TERM_CODE_BITS 4
#define TERM_IN_COMMENT 4u
#define TERM_IN_NAME 8u
/* The frequency that a class represents: once, twice, three or four times, more often. */
static inline float term_code_count(uint8_t code)
{
    static const float counts[] = {1, 2, 3.4F, 6};
    return counts[code & 3];
}

/* For a term that is a declared name (term_of_name), the class says instead what kind of thing it
   names. */
typedef enum TermNamed {
    TERM_NAMES_VALUE,
    TERM_NAMES_OTHER,
    TERM_NAMES_FUNCTION,
    TERM_NAMES_TYPE,
} TermNamed;

/* Only the beginning of longer texts is read. */
#define TERM_TEXT_BYTES_MAX (4 * MB)

/* Encodes the terms of a file. The result is in the arena. */
Str file_terms_make(Arena *arena, Arena scratch, const Outline *outline, Str text);

/* An iterator over the terms, in ascending order. `failed` is set if the bytes are invalid. */
typedef struct FileTerms {
    TermPart *parts;
    size_t part_count;
    VarintReader in;
    size_t left; /* number of terms left */
    uint32_t term;
    Str hits; /* encoded hits of the current term, for term_hits_open */
    uint32_t hit_count;
    bool failed;
} FileTerms;
FileTerms file_terms_open(Arena *arena, Str bytes);
/* False at the end, or if the bytes are invalid. */
bool file_terms_next(FileTerms *terms);

/* An iterator over encoded hits, by ascending part. */
typedef struct TermHits {
    VarintReader in;
    size_t left;
    uint32_t part;
} TermHits;
/* Appends a hit; *before is the part of the previous one, 0 at first. */
void term_hits_put(Buf *out, uint32_t *before, TermHit hit);
TermHits term_hits_open(Str bytes, size_t count);
bool term_hits_next(TermHits *hits, TermHit *hit);
