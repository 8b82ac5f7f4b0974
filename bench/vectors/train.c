/* train STREAM [name=value…]: trains word vectors from what extract wrote to the folder STREAM. The
   settings and their defaults are in options[] below. `out=FILE provenance=TEXT` writes
   src/text/word_vectors.bin (src/text/word_vectors_file.h); `pairs=FILE` and `near="a b"` evaluate.
   Counts of words that occur together become a matrix of positive pointwise mutual information,
   which is reduced by a truncated SVD. The mean and the direction common to all are removed;
   vectors are scaled to one length and quantised to a byte a number. */
#include "base/buf.h"
#include "base/fs.h"
#include "base/proc.h"
#include "counts.h"
#include "judge.h"
#include "svd.h"
#include "text/terms.h"
#include "text/word_vectors.h"
#include "text/word_vectors_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

#define WORDS_MAX 65535 /* columns are numbered with 16 bits */

typedef enum Setting {
    SET_WORDS,
    SET_DIMS,
    SET_POWER,
    SET_COMMON,
    SET_PAIR,
    SET_NAME_BODY,
    SET_SAMPLE,
    SET_SMOOTH,
    SET_SHIFT,
    SET_LEAST,
    SET_WINDOW,
    SET_ALL,
    SET_APART,
    SET_DOC,
    SET_CODE,
    SET_COUNT
} Setting;

static const struct {
    const char *name;
    double value;
} options[SET_COUNT] = {
    [SET_WORDS] = {"words", 17000},  [SET_DIMS] = {"dims", WORD_VECTOR_DIMS},
    [SET_POWER] = {"power", .5},  /* of the singular values */
    [SET_COMMON] = {"common", 1}, /* directions removed in addition to the mean */
    [SET_PAIR] = {"pair", 12},       [SET_NAME_BODY] = {"name_body", 1},
    [SET_SAMPLE] = {"sample", 1e-3}, [SET_SMOOTH] = {"smooth", .75},
    [SET_SHIFT] = {"shift", 0},      [SET_LEAST] = {"least", 2},
    [SET_WINDOW] = {"window", 3},    [SET_ALL] = {"all", 1}, /* weights of the views */
    [SET_APART] = {"apart", 0},      [SET_DOC] = {"doc", 0},
    [SET_CODE] = {"code", 0},
};

typedef struct Training {
    Arena arena;
    double settings[SET_COUNT];
    Str out, provenance, pairs, words;
    Corpus corpus;
    float *rows; /* of all words */
    int8_t *cells;
} Training;

static bool set(Training *training, const char *argument)
{
    Str rest = str_from(argument), name;
    if (!str_take_until(&rest, '=', &name))
        return false;
    const struct {
        const char *name;
        Str *value;
    } texts[] = {{"out", &training->out},
                 {"provenance", &training->provenance},
                 {"pairs", &training->pairs},
                 {"near", &training->words}};
    for (size_t i = 0; i < SET_COUNT; i++)
        if (str_equal(name, str_from(options[i].name)) && byte_is_digit(*rest.ptr)) {
            training->settings[i] = strtod(rest.ptr, NULL);
            return true;
        }
    for (size_t i = 0; i < COUNT(texts); i++)
        if (str_equal(name, str_from(texts[i].name))) {
            *texts[i].value = rest;
            return true;
        }
    return false;
}

static void tell(const char *what)
{
    static int64_t last;
    int64_t now = proc_clock_ms();
    fprintf(stderr, "%s %.1f s\n", what, last ? (double)(now - last) / 1e3 : 0);
    last = now;
}

/* The matrices of the views that have a weight, and from them the rows. */
static void reduce(Training *training)
{
    static const struct {
        CountView view;
        Setting weight;
    } views[] = {{COUNT_ALL, SET_ALL},
                 {COUNT_WINDOW, SET_APART},
                 {COUNT_DOC, SET_DOC},
                 {COUNT_CODE, SET_CODE}};
    const double *settings = training->settings;
    CountOptions count = {.pair = settings[SET_PAIR],
                          .name_body = settings[SET_NAME_BODY],
                          .sample = settings[SET_SAMPLE],
                          .smooth = settings[SET_SMOOTH],
                          .shift = settings[SET_SHIFT],
                          .least = settings[SET_LEAST],
                          .window = (int)settings[SET_WINDOW]};
    size_t n = training->corpus.word_count;
    Sparse blocks[COUNT(views)];
    double weights[COUNT(views)];
    uint32_t len = 0;
    for (size_t i = 0; i < COUNT(views); i++) {
        if (settings[views[i].weight] <= 0)
            continue;
        float *cells = mmap(NULL, n * n * sizeof *cells, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        madvise(cells, n * n * sizeof *cells, MADV_HUGEPAGE);
        blocks[len] = counts_make(&training->corpus, views[i].view, &count, cells);
        weights[len++] = settings[views[i].weight];
        munmap(cells, n * n * sizeof *cells);
        fprintf(stderr, "view %zu: %.1f million cells; ", i,
                (double)blocks[len - 1].start[n] / 1e6);
        tell("counted");
    }
    Blocks matrix = {blocks, weights, len};
    training->rows = svd_rows(&matrix, (uint32_t)settings[SET_DIMS], settings[SET_POWER]);
    tell("reduced");
}

static void make_unit(float *row, uint32_t dims)
{
    double sum = 0;
    for (uint32_t i = 0; i < dims; i++)
        sum += (double)row[i] * (double)row[i];
    for (uint32_t i = 0; i < dims && sum > 0; i++)
        row[i] = (float)((double)row[i] / sqrt(sum));
}

/* Takes out the mean of all rows and the directions in which they then still agree most. */
static void remove_common(float *rows, uint32_t n, uint32_t dims, uint32_t directions)
{
    double *mean = calloc(dims, sizeof(double));
    for (uint32_t row = 0; row < n; row++) {
        make_unit(rows + (size_t)row * dims, dims);
        for (uint32_t i = 0; i < dims; i++)
            mean[i] += (double)rows[(size_t)row * dims + i] / n;
    }
    for (size_t i = 0; i < (size_t)n * dims; i++)
        rows[i] -= (float)mean[i % dims];
    double *products = calloc((size_t)dims * dims, sizeof(double));
    double *vectors = calloc((size_t)dims * dims, sizeof(double)),
           *values = calloc(dims, sizeof(double));
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t i = 0; i < dims; i++)
            for (uint32_t j = 0; j < dims; j++)
                products[i * dims + j] +=
                    (double)rows[(size_t)row * dims + i] * (double)rows[(size_t)row * dims + j];
    svd_eigen(products, dims, vectors, values);
    for (uint32_t row = 0; row < n; row++)
        for (uint32_t d = 0; d < directions; d++) {
            float *cells = rows + (size_t)row * dims;
            double along = 0;
            for (uint32_t i = 0; i < dims; i++)
                along += (double)cells[i] * vectors[i * dims + d];
            for (uint32_t i = 0; i < dims; i++)
                cells[i] -= (float)(along * vectors[i * dims + d]);
        }
    free(mean), free(products), free(vectors), free(values);
}

/* Bytes, with the largest numbers cut: few are beyond four times the usual. */
static void to_bytes(Training *training)
{
    uint32_t dims = (uint32_t)training->settings[SET_DIMS], n = training->corpus.word_count;
    double scale = 127 * sqrt(dims) / 4;
    training->cells = calloc((size_t)n * dims, 1);
    for (uint32_t row = 0; row < n; row++) {
        make_unit(training->rows + (size_t)row * dims, dims);
        for (uint32_t i = 0; i < dims; i++) {
            double cell = round((double)training->rows[(size_t)row * dims + i] * scale);
            training->cells[(size_t)row * dims + i] = (int8_t)MAX(MIN(cell, 127), -127);
        }
    }
}

typedef struct Row {
    uint32_t term, id;
} Row;

static int compare_rows(const void *a, const void *b)
{
    const Row *left = a, *right = b;
    if (left->term != right->term)
        return left->term < right->term ? -1 : 1;
    return left->id < right->id ? -1 : left->id > right->id;
}

/* In the order of terms; of two words with one term the more frequent. */
static uint32_t sort_rows(const Corpus *corpus, Row *rows)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < corpus->word_count; i++)
        rows[i] = (Row){term_of_word(corpus->words[i]), i};
    qsort(rows, corpus->word_count, sizeof *rows, compare_rows);
    for (uint32_t i = 0; i < corpus->word_count; i++)
        if (!count || rows[count - 1].term != rows[i].term)
            rows[count++] = rows[i];
    return count;
}

static bool write_file(Training *training, Err *err)
{
    const Corpus *corpus = &training->corpus;
    uint32_t dims = (uint32_t)training->settings[SET_DIMS];
    Buf out = buf_open(&training->arena, 0), text = buf_open(&training->arena, 0);
    Buf words = buf_open(&training->arena, 0);
    Row *rows = NEW(&training->arena, Row, corpus->word_count);
    uint32_t n = sort_rows(corpus, rows);
    for (uint32_t i = 0; i < n; i++)
        buf_put(&words, corpus->words[rows[i].id]);
    buf_printf(&text, "%.*s\n%u words, %u dimensions.", STR_ARG(training->provenance), n, dims);
    for (size_t i = 0; i < SET_COUNT; i++)
        buf_printf(&text, " %s=%g", options[i].name, training->settings[i]);
    buf_put_repeat(&text, STR(" "), 4 - text.len % 4);
    WordVectorsHeader header = {WORD_VECTORS_MAGIC, n, dims, (uint32_t)text.len,
                                (uint32_t)words.len};
    buf_put(&out, (Str){(const char *)&header, sizeof header});
    buf_put(&out, buf_str(&text));
    for (uint32_t i = 0; i < n; i++)
        buf_put(&out, (Str){(const char *)&rows[i].term, sizeof rows[i].term});
    for (uint32_t i = 0; i < n; i++)
        buf_put_byte(&out, (char)corpus->words[rows[i].id].len);
    buf_put(&out, buf_str(&words));
    for (uint32_t i = 0; i < n; i++)
        buf_put(&out, (Str){(const char *)training->cells + (size_t)rows[i].id * dims, dims});
    return fs_write_atomic(training->arena, training->out, buf_str(&out), 0644, err);
}

static void judge(Training *training)
{
    Vectors vectors = {&training->corpus, training->cells, (uint32_t)training->settings[SET_DIMS]};
    Str list, word, rest = training->words;
    bool found = false;
    Err err;
    while (str_take_until(&rest, ' ', &word))
        judge_neighbours(&vectors, word, 10);
    if (training->pairs.len &&
        fs_read_own(&training->arena, training->pairs, MB, &list, &found, &err) && found) {
        judge_pairs(&training->arena, &vectors, list);
        judge_declarations(&vectors);
    }
}

int main(int argc, char **argv)
{
    Training training = {0};
    Err err;
    arena_open(&training.arena, 0);
    for (size_t i = 0; i < SET_COUNT; i++)
        training.settings[i] = options[i].value;
    for (int i = 2; i < argc; i++)
        if (!set(&training, argv[i])) {
            fprintf(stderr, "train: unknown setting %s\n", argv[i]);
            return 2;
        }
    if (argc < 2 || training.settings[SET_WORDS] > WORDS_MAX) {
        fprintf(stderr, "usage: train STREAM [name=value...]\n");
        return 2;
    }
    tell("begin");
    if (!corpus_open(&training.arena, argv[1], (uint32_t)training.settings[SET_WORDS],
                     &training.corpus))
        return 1;
    uint32_t n = training.corpus.word_count, dims = (uint32_t)training.settings[SET_DIMS];
    fprintf(stderr, "%u words, the last one %.*s; ", n, STR_ARG(training.corpus.words[n - 1]));
    tell("read");
    reduce(&training);
    remove_common(training.rows, n, dims, (uint32_t)training.settings[SET_COMMON]);
    to_bytes(&training);
    judge(&training);
    tell("judged");
    if (training.out.len && !write_file(&training, &err)) {
        fprintf(stderr, "train: %s\n", err.message);
        return 1;
    }
    return 0;
}
