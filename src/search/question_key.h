/* Cache key of a question: when two questions are the same, for stored answers.

   Two questions have the same key when they parse to the same terms (question.h) and say the same
   in the same order: stems of words, numbers, names, paths, negations, prepositions. Letter case,
   punctuation at word ends, white space, articles, auxiliaries and politeness do not count. */
#pragma once

#include "search/question.h"
#include "text/word_vectors.h"

/* Takes the parsed question before question_widen. */
Str question_key(Arena *arena, const Question *question, Str text);

/* The weighted sum of the vectors of its words; fillers (question.h) weigh less. */
typedef struct QuestionVector {
    int32_t sums[WORD_VECTOR_DIMS];
} QuestionVector;
QuestionVector question_vector(Str text);
/* Cosine, -1 to 1; 1 where neither has a word with a vector. */
double question_cosine(const QuestionVector *a, const QuestionVector *b);
