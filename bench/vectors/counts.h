/* Sparse matrix of positive pointwise mutual information, from counts of words that occur together.
 */
#pragma once

#include "corpus.h"

/* What is counted: each a matrix of words by words. */
typedef enum CountView {
    COUNT_ALL,    /* all views below in one matrix, weighted */
    COUNT_WINDOW, /* words near each other in a comment, in a name with its signature, in a body */
    COUNT_DOC,    /* rows: words of comments, columns: words of the declarations */
    COUNT_CODE,   /* transposed COUNT_DOC */
} CountView;

typedef struct CountOptions {
    double pair;      /* weight of comment and declaration in COUNT_ALL, a window's being 1 */
    double name_body; /* of a function's name and its body */
    double sample;    /* words more frequent than this share are subsampled */
    double smooth;    /* exponent on the frequency of contexts */
    double shift;     /* subtracted from the mutual information */
    double least;     /* weight below which a pair of words is dropped */
    int window;
} CountOptions;

typedef struct Sparse {
    uint32_t rows, cols;
    uint64_t *start; /* first cell of each row, and the end */
    uint16_t *col;   /* ascending in a row */
    float *value;
} Sparse;

/* The matrix lives until the process ends. `cells` are words * words zeroed floats. */
Sparse counts_make(const Corpus *corpus, CountView view, const CountOptions *options, float *cells);
