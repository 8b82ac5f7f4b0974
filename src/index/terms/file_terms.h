/* The terms (text/terms.h) of one file, by the parts in which a reader looks for them: a part is a
   declaration with its comment, without the parts within it; part 0 is what stands outside of any.
   A function of the file's bytes alone, kept beside its facts. As bytes: the parts, then the terms,
   ascending, each with its hits. */
#pragma once

#include "base/varint.h"
#include "lang/lang.h"

/* A small declaration belongs to the part around it. */
typedef struct TermPart {
    uint32_t entry;  /* in the catalog's row of the file: 0 the file itself */
    uint32_t length; /* in words */
} TermPart;

/* Whether a declaration is a part. */
bool term_is_part(const Symbol *symbol);

/* How often a term stands in a part, in classes, and whether its comment or its name has it. */
typedef struct TermHit {
    uint32_t part;
    uint8_t code;
} TermHit;
#define TERM_CODE_BITS 4
#define TERM_IN_COMMENT 4u
#define TERM_IN_NAME 8u
/* Once, twice, three or four times, more often. */
static inline float term_code_count(uint8_t code)
{
    static const float counts[] = {1, 2, 3.4F, 6};
    return counts[code & 3];
}

/* Of a name that a part declares (term_of_name) the class says what it is the name of. */
typedef enum TermNamed {
    TERM_NAMES_VALUE,
    TERM_NAMES_OTHER,
    TERM_NAMES_FUNCTION,
    TERM_NAMES_TYPE,
} TermNamed;

/* Of longer texts the beginning. */
#define TERM_TEXT_BYTES_MAX (4 * MB)

/* Lives in the arena. */
Str file_terms_make(Arena *arena, Arena scratch, const Outline *outline, Str text);

/* Reads it term by term; `failed` when the bytes make no sense. */
typedef struct FileTerms {
    TermPart *parts;
    size_t part_count;
    VarintReader in;
    size_t left; /* terms */
    uint32_t term;
    Str hits; /* of the term, for term_hits_next */
    uint32_t hit_count;
    bool failed;
} FileTerms;
FileTerms file_terms_open(Arena *arena, Str bytes);
bool file_terms_next(FileTerms *terms);

/* Hits as bytes, by part ascending. */
typedef struct TermHits {
    VarintReader in;
    size_t left;
    uint32_t part;
} TermHits;
void term_hits_put(Buf *out, uint32_t *before, TermHit hit);
TermHits term_hits_open(Str bytes, size_t count);
bool term_hits_next(TermHits *hits, TermHit *hit);
