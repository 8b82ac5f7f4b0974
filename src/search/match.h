/* How one name matches a query: by exact name, prefix, sub-words, substring, with typing errors.
   `*` in the query is a wildcard. Letter case never decides but between equals. */
#pragma once

#include "index/catalog/names.h"
#include "index/catalog/ngrams.h"

typedef enum MatchClass {
    MATCH_EXACT,
    MATCH_EXACT_CASE, /* but for letter case and separators: `http get` is httpGet */
    MATCH_PREFIX,
    MATCH_QUALIFIED, /* with the names of what it stands in: cross_field.h */
    MATCH_WORDS,
    MATCH_SUBSTRING,
    MATCH_FUZZY,       /* one typing error for four letters */
    MATCH_FUZZY_WORDS, /* the same in words of the name, of five letters and more */
    MATCH_SPREAD,      /* not by the name alone: cross_field.h */
    MATCH_NONE,
} MatchClass;

#define MATCH_RARE 3

/* A text as which a name or a word of one may be misspelt. */
typedef struct MatchNear {
    Str word;
    const uint64_t *places; /* by byte, where the word has it; NULL: no error is forgiven */
    size_t typos;           /* how many are forgiven */
} MatchNear;
/* Words of a query; in longer ones only the whole is thought of. */
#define MATCH_NEAR_MAX 4

/* A query, made ready to be held against many names. */
typedef struct Matcher {
    Str text, folded, words;
    Str needle; /* lower case: every name that match_whole takes contains it in some case */
    size_t rare[MATCH_RARE]; /* where in it the bytes are that names have least often; those of a
                                shorter one repeat */
    uint32_t letters;        /* that a name must have, but for typing errors */
    uint32_t all;            /* those, and what may stand between words */
    size_t typos;            /* how many are forgiven; 0 for wildcards, and what is long */
    MatchNear near;          /* with typos: the whole … */
    MatchNear nears[MATCH_NEAR_MAX]; /* … and its words */
    size_t near_count;
    size_t word_typos; /* in all words; 0: none */
    size_t word_bytes;
    bool wildcard;
} Matcher;

Matcher match_prepare(Arena *arena, Str text);
/* Every name that match_whole takes has all pieces of one of these forms. */
typedef struct MatchForms {
    NgramVec list[2];
    size_t count;
} MatchForms;
MatchForms match_forms(Arena *arena, const Matcher *matcher);
/* Without typing errors. `at`: before it the name does not contain the needle. Classes behind
   `most` are not told apart. */
MatchClass match_whole(const Matcher *matcher, Str name, size_t at, MatchClass most);
/* Of some names by their names_letters: may[i] is 0 for one that cannot match, with typing errors
   (`nearly`) or without. */
#define MATCH_LETTERS_MAX 64
void match_by_letters(const Matcher *matcher, bool nearly, const uint32_t *letters, size_t count,
                      uint8_t *may);
/* Whether a name of so many bytes can match with typing errors. */
bool match_may_be_near(const Matcher *matcher, size_t len);
/* With typing errors, of a name that match_by_letters lets pass: MATCH_FUZZY, MATCH_FUZZY_WORDS or
   MATCH_NONE. */
MatchClass match_nearly(const Matcher *matcher, Str name);
/* The sub-word of the name from `at` on that begins with the word; STR_NONE: none. */
size_t match_find_word(Str name, size_t at, Str word);
/* For match_prepare: what match_nearly needs. */
void match_prepare_near(Arena *arena, Matcher *matcher);
/* Of names_letters: all that are no letters. */
#define MATCH_LETTERS_OTHER (~0x3FFFFFFu)
/* The next place from `at` where a lower-case part stands in any case; STR_NONE: nowhere. */
size_t match_find(Str text, size_t at, Str part);
/* The next place from `at` where the matcher's needle, of two bytes and more, stands in many texts
   in any case; STR_NONE: nowhere. */
size_t match_scan(const Matcher *matcher, Str texts, size_t at);
