/* Name matching: how a name matches a query, by exact name, prefix, sub-words, substring or with
   typing errors. `*` in the query is a wildcard. Letter case matters only between otherwise equal
   names. */
#pragma once

#include "index/catalog/names.h"
#include "index/catalog/ngrams.h"

typedef enum MatchClass {
    MATCH_EXACT,
    MATCH_EXACT_CASE, /* except for letter case and separators: `http get` is httpGet */
    MATCH_PREFIX,
    MATCH_QUALIFIED, /* together with the names of its containers: cross_field.h */
    MATCH_WORDS,
    MATCH_SUBSTRING,
    MATCH_FUZZY,       /* one typing error per four letters */
    MATCH_FUZZY_WORDS, /* the same in words of the name with five letters or more */
    MATCH_SPREAD,      /* not by the name alone: cross_field.h */
    MATCH_NONE,
} MatchClass;

#define MATCH_RARE 3

/* A text that may be misspelt in a name. */
typedef struct MatchNear {
    Str word;
    const uint64_t *places; /* by byte: bit set of its places in the word; NULL: no errors */
    size_t typos;           /* errors allowed */
} MatchNear;
/* Words of a query; for longer queries only the whole is matched with errors. */
#define MATCH_NEAR_MAX 4

/* A query, prepared for comparison with many names. */
typedef struct Matcher {
    Str text, folded, words;
    Str needle; /* lower case: contained, in any case, in every name that match_whole accepts */
    size_t rare[MATCH_RARE]; /* positions in the needle of the bytes that are rarest in names;
                                shorter needles repeat one */
    uint32_t letters;        /* letters that a name must have, except for typing errors */
    uint32_t all;            /* these, and bytes that may separate words */
    size_t typos;   /* errors allowed in the whole; 0 with wildcards and for long queries */
    MatchNear near; /* with typos: the whole query … */
    MatchNear nears[MATCH_NEAR_MAX]; /* … and its words */
    size_t near_count;
    size_t word_typos; /* errors allowed in all words together; 0: none */
    size_t word_bytes;
    bool wildcard;
} Matcher;

/* Prepares a query. The matcher points into `text` and the arena. */
Matcher match_prepare(Arena *arena, Str text);
/* Forms of a query as n-grams: a name that match_whole accepts contains all n-grams of at least one
   form. */
typedef struct MatchForms {
    NgramVec list[2];
    size_t count;
} MatchForms;
MatchForms match_forms(Arena *arena, const Matcher *matcher);
/* Matches without typing errors. The name does not contain the needle before `at`. Classes worse
   than `most` may be reported as one another. */
MatchClass match_whole(const Matcher *matcher, Str name, size_t at, MatchClass most);
/* Filters names by their names_letters: may[i] is 0 for a name that cannot match, with typing
   errors (`nearly`) or without. */
#define MATCH_LETTERS_MAX 64
void match_by_letters(const Matcher *matcher, bool nearly, const uint32_t *letters, size_t count,
                      uint8_t *may);
/* Whether a name of that length can match with typing errors. */
bool match_may_be_near(const Matcher *matcher, size_t len);
/* Matches with typing errors a name that match_by_letters accepts: MATCH_FUZZY, MATCH_FUZZY_WORDS
   or MATCH_NONE. */
MatchClass match_nearly(const Matcher *matcher, Str name);
/* The next sub-word of the name, from `at` on, that begins with the word; STR_NONE: none. */
size_t match_find_word(Str name, size_t at, Str word);
/* For match_prepare: fills in the data for match_nearly. */
void match_prepare_near(Arena *arena, Matcher *matcher);
/* The bits of names_letters that are not letters. */
#define MATCH_LETTERS_OTHER (~0x3FFFFFFu)
/* The next occurrence, from `at` on, of a lower-case part in any case; STR_NONE: none. */
size_t match_find(Str text, size_t at, Str part);
/* The next occurrence, from `at` on, of the matcher's needle (two bytes or more) in many
   concatenated texts, in any case; STR_NONE: none. */
size_t match_scan(const Matcher *matcher, Str texts, size_t at);
