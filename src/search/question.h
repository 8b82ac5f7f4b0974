/* A question in natural language, in code, or both, as search takes it: its terms (text/terms.h)
   with what kind of evidence each is. */
#pragma once

#include "base/vec.h"
#include "text/terms.h"

/* Longer questions are refused; terms behind so many are not looked for. */
#define QUESTION_BYTES_MAX 1000
#define QUESTION_TERMS_MAX 64

typedef enum QuestionTermKind {
    QUESTION_WORD,
    QUESTION_IDENTIFIER, /* several words written as one: setTimeout, max_age */
    QUESTION_PAIR,       /* two neighbours of the question, which code may write as one */
    QUESTION_NEAR,       /* a word that means about the same as one of the question */
} QuestionTermKind;

typedef struct QuestionTerm {
    uint32_t term;
    uint32_t name; /* the same as a name that is declared (term_of_name) */
    /* … in its other number, where it is one word of several; or the same. Then `name` is the
       singular, whichever is written. */
    uint32_t plural;
    QuestionTermKind kind;
    Str word;       /* as it is written first */
    uint16_t first; /* of one that means about the same: number of the word that is asked for */
    float nearness; /* … and the cosine */
} QuestionTerm;

/* A place that the question names: `src/x.ts:12`, `"a.py", line 3`. */
typedef struct QuestionPlace {
    Str path;
    uint32_t line; /* 0: none */
} QuestionPlace;

typedef struct Question {
    VEC(QuestionTerm) terms; /* each once */
    VEC(QuestionPlace) places;
    bool asks_for_tests; /* it is about tests, examples, documentation: these are not put behind */
    bool asks_for_docs;
    bool asks_for_platform; /* it names a system of which code is usually a variant of its own */
} Question;

/* Adds words that mean about the same as its words (text/word_vectors.h). */
void question_widen(Arena *arena, Question *question);
/* Whether a question says the same without this word, in whatever case: articles, auxiliaries,
   politeness. */
bool question_is_filler(Str word);
/* Strings are the text's. */
Question question_read(Arena *arena, Arena scratch, Str text);
