/* Parser of search questions, in natural language, code or both: a question becomes a list of terms
   (text/terms.h), each with the kind of evidence it is. */
#pragma once

#include "base/vec.h"
#include "text/terms.h"

/* Longer questions are refused; further terms are ignored. */
#define QUESTION_BYTES_MAX 1000
#define QUESTION_TERMS_MAX 64

typedef enum QuestionTermKind {
    QUESTION_WORD,
    QUESTION_IDENTIFIER, /* several words written as one: setTimeout, max_age */
    QUESTION_PAIR,       /* two adjacent words, which code may write as one */
    QUESTION_ALSO,       /* a word that the asker expects in the code */
    QUESTION_SYNONYM,    /* a programmer's other word for one of the question */
    QUESTION_NEAR,       /* a word close in meaning to one of the question */
} QuestionTermKind;

typedef struct QuestionTerm {
    uint32_t term;
    uint32_t name; /* term of a declaration with that name (term_of_name) */
    /* … the same in the plural, then `name` is the singular. Equal to `name` where numbers do not
       matter: within identifiers, and when the word is the only one. */
    uint32_t plural;
    QuestionTermKind kind;
    bool is_kind;   /* a kind of declaration: `struct`, `function` */
    Str word;       /* as first written, or as it is respelled (respell.h) */
    Str typed;      /* … then as it was written; else empty */
    uint16_t first; /* for QUESTION_SYNONYM and QUESTION_NEAR: number of the term it is close to */
    float nearness; /* … and their cosine */
} QuestionTerm;

/* A place that the question names: `src/x.ts:12`, `"a.py", line 3`. */
typedef struct QuestionPlace {
    Str path;
    uint32_t line; /* 0: none */
} QuestionPlace;

typedef struct Question {
    Str text;                /* as asked */
    VEC(QuestionTerm) terms; /* each once */
    VEC(QuestionPlace) places;
    bool asks_for_tests;    /* about tests: these are not ranked lower then */
    bool asks_for_docs;     /* about documentation or examples */
    bool asks_for_platform; /* names a platform that usually has its own variant of the code */
} Question;

/* Adds words that the code may have; they count less than the question's own. */
void question_add(Arena *arena, Question *question, Str words);
/* Adds synonyms of the question's words (synonyms.h), and then words close to them in meaning
   (text/word_vectors.h). */
void question_widen(Arena *arena, Question *question);
/* Whether the term is the whole question as a name, since the index has no word of it. */
static inline bool question_is_name(const QuestionTerm *term)
{
    return term->term == term->name;
}
/* Whether the word, in any case, adds nothing to a question: articles, auxiliaries, politeness. */
bool question_is_filler(Str word);
/* Parses a question. Strings in the result point into `text`. */
Question question_read(Arena *arena, Arena scratch, Str text);
