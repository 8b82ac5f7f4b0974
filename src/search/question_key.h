/* When two questions are one, for who keeps answers. Two have the same key when they are read the
   same, term by term (question.h), and say the same in the same order: words as stems, numbers,
   names, paths, negations and prepositions. Case, punctuation at the ends of words, white space,
   articles, auxiliaries and politeness do not count. */
#pragma once

#include "search/question.h"
#include "text/word_vectors.h"

/* Of a question that was read, before it was widened. */
Str question_key(Arena *arena, const Question *question, Str text);

/* The sum of the vectors of all its words; fillers (question.h) weigh less. */
typedef struct QuestionVector {
    int32_t sums[WORD_VECTOR_DIMS];
} QuestionVector;
QuestionVector question_vector(Str text);
/* -1 to 1; 1 where no word of either has a vector. */
double question_cosine(const QuestionVector *a, const QuestionVector *b);
