/* Pairs are counted in a dense matrix of floats, some gigabytes: simpler than a sparse one, and no
   slower. Each thread reads the whole stream and counts for its own rows, so the sums do not depend
   on the number of threads. */
#include "counts.h"

#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>

typedef struct Counting {
    const Corpus *corpus;
    const CountOptions *options;
    CountView view;
    float *cells;
    uint32_t *keep; /* of each word: how many of 2^32 of its occurrences are counted */
    unsigned threads;
} Counting;

typedef struct Counter {
    const Counting *shared;
    unsigned thread;
} Counter;

/* splitmix64 */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

static void add(const Counter *counter, uint32_t row, uint32_t col, double weight)
{
    const Counting *shared = counter->shared;
    if (row % shared->threads == counter->thread && row != col)
        shared->cells[(size_t)row * shared->corpus->word_count + col] += (float)weight;
}

static void add_window(const Counter *counter, const uint32_t *words, uint32_t len, double weight)
{
    uint32_t window = (uint32_t)counter->shared->options->window;
    for (uint32_t i = 0; i < len; i++)
        for (uint32_t j = i + 1; j < len && j - i <= window; j++) {
            double near = weight * (window + 1 - (j - i)) / window;
            add(counter, words[i], words[j], near);
            add(counter, words[j], words[i], near);
        }
}

/* Every word of the one with every word of the other, weight 1 in sum for each of the first. */
static void add_product(const Counter *counter, const Declaration *from, StreamPart rows,
                        StreamPart cols, double weight)
{
    double share = weight / MAX(from->len[cols], 3);
    for (uint32_t i = 0; i < from->len[rows]; i++)
        if (from->words[rows][i] % counter->shared->threads == counter->thread)
            for (uint32_t j = 0; j < from->len[cols]; j++)
                add(counter, from->words[rows][i], from->words[cols][j], share);
}

static void add_both(const Counter *counter, const Declaration *from, StreamPart a, StreamPart b,
                     double weight)
{
    add_product(counter, from, a, b, weight);
    /* The same weight to each pair of words from either side. */
    double ratio = (double)MAX(from->len[a], 3) / MAX(from->len[b], 3);
    add_product(counter, from, b, a, weight * ratio);
}

static void add_declaration(const Counter *counter, const Declaration *from)
{
    const CountOptions *options = counter->shared->options;
    CountView view = counter->shared->view;
    if (view == COUNT_ALL || view == COUNT_WINDOW) {
        add_window(counter, from->words[STREAM_DOC], from->len[STREAM_DOC], 1);
        add_window(counter, from->words[STREAM_NAME], from->len[STREAM_NAME], 1);
        add_window(counter, from->words[STREAM_SIGNATURE], from->len[STREAM_SIGNATURE], .5);
        add_window(counter, from->words[STREAM_BODY], from->len[STREAM_BODY], .5);
        add_both(counter, from, STREAM_NAME, STREAM_BODY, options->name_body);
    }
    if (view == COUNT_ALL) {
        add_both(counter, from, STREAM_DOC, STREAM_NAME, options->pair);
        add_both(counter, from, STREAM_DOC, STREAM_SIGNATURE, options->pair / 2);
        add_both(counter, from, STREAM_DOC, STREAM_BODY, options->pair / 2);
    }
    for (StreamPart part = STREAM_NAME; part <= STREAM_BODY; part++) {
        double weight = part == STREAM_NAME ? 1 : .5;
        if (view == COUNT_DOC)
            add_product(counter, from, STREAM_DOC, part, weight);
        if (view == COUNT_CODE)
            add_product(counter, from, part, STREAM_DOC, weight);
    }
}

/* Subsamples frequent words. */
static void thin(const Counting *shared, Declaration *declaration)
{
    uint64_t dice = declaration->hash;
    for (StreamPart part = STREAM_DOC; part < STREAM_END; part++) {
        uint32_t kept = 0;
        for (uint32_t i = 0; i < declaration->len[part]; i++) {
            uint32_t word = declaration->words[part][i];
            dice = mix(dice);
            if ((uint32_t)dice <= shared->keep[word])
                declaration->words[part][kept++] = word;
        }
        declaration->len[part] = kept;
    }
}

static void count(void *state, unsigned thread)
{
    Counter counter = {state, thread};
    Declaration *declaration = calloc(1, sizeof *declaration);
    size_t at = 0;
    while (corpus_next(counter.shared->corpus, &at, declaration)) {
        if (corpus_is_judged(declaration))
            continue;
        thin(counter.shared, declaration);
        add_declaration(&counter, declaration);
    }
    free(declaration);
}

/* The positive pointwise mutual information of a cell. */
typedef struct Telling {
    double *rows, *cols; /* sums; of columns smoothed */
    double total;        /* of the smoothed columns */
    const CountOptions *options;
} Telling;

static double tell(const Telling *telling, uint32_t row, uint32_t col, double cell)
{
    if (cell < telling->options->least)
        return 0;
    double told = log(cell * telling->total / (telling->rows[row] * telling->cols[col]));
    return MAX(told - telling->options->shift, 0);
}

static Telling sum(const Counting *counting)
{
    uint32_t n = counting->corpus->word_count;
    Telling telling = {calloc(n, sizeof(double)), calloc(n, sizeof(double)), 0, counting->options};
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t col = 0; col < n; col++) {
            double cell = (double)counting->cells[(size_t)row * n + col];
            telling.rows[row] += cell;
            telling.cols[col] += cell;
        }
    for (uint32_t col = 0; col < n; col++) {
        telling.cols[col] = pow(MAX(telling.cols[col], 1), counting->options->smooth);
        telling.total += telling.cols[col];
    }
    return telling;
}

static Sparse gather(const Counting *counting)
{
    uint32_t n = counting->corpus->word_count;
    Telling telling = sum(counting);
    Sparse sparse = {n, n, calloc(n + 1, sizeof(uint64_t)), NULL, NULL};
    uint64_t len = 0;
    for (size_t i = 0; i < (size_t)n * n; i++)
        len += (double)counting->cells[i] >= counting->options->least;
    sparse.col = malloc((len + 1) * sizeof *sparse.col);
    sparse.value = malloc((len + 1) * sizeof *sparse.value);
    len = 0;
    for (uint32_t row = 0; row < n; row++) {
        for (uint32_t col = 0; col < n; col++) {
            double told = tell(&telling, row, col, (double)counting->cells[(size_t)row * n + col]);
            if (told <= 0)
                continue;
            sparse.col[len] = (uint16_t)col;
            sparse.value[len++] = (float)told;
        }
        sparse.start[row + 1] = len;
    }
    free(telling.rows);
    free(telling.cols);
    return sparse;
}

Sparse counts_make(const Corpus *corpus, CountView view, const CountOptions *options, float *cells)
{
    Counting counting = {corpus, options, view, cells, NULL, parallel_cores()};
    counting.keep = calloc(corpus->word_count, sizeof(uint32_t));
    for (uint32_t i = 0; i < corpus->word_count; i++) {
        double share = (double)corpus->counts[i] / (double)corpus->total;
        counting.keep[i] = (uint32_t)(MIN(1, sqrt(options->sample / share)) * (double)UINT32_MAX);
    }
    parallel_run(counting.threads, count, &counting);
    free(counting.keep);
    return gather(&counting);
}
