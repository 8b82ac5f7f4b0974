#include "judge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define JUDGED_MAX 2000
#define DIMS_MAX 256

static const int8_t *vector_of(const Vectors *vectors, uint32_t word)
{
    return vectors->cells + (size_t)word * vectors->dims;
}

static double cosine(const Vectors *vectors, uint32_t a, uint32_t b)
{
    const int8_t *left = vector_of(vectors, a), *right = vector_of(vectors, b);
    double ab = 0, aa = 0, bb = 0;
    for (uint32_t i = 0; i < vectors->dims; i++) {
        ab += left[i] * right[i];
        aa += left[i] * left[i];
        bb += right[i] * right[i];
    }
    return ab / sqrt(MAX(aa * bb, 1));
}

static uint32_t rank_of(const Vectors *vectors, uint32_t from, uint32_t to)
{
    double wanted = cosine(vectors, from, to);
    uint32_t rank = 1;
    for (uint32_t i = 0; i < vectors->corpus->word_count; i++)
        rank += i != from && i != to && cosine(vectors, from, i) > wanted;
    return rank;
}

static int compare_ranks(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return left < right ? -1 : left > right;
}

void judge_pairs(Arena *arena, const Vectors *vectors, Str list)
{
    VEC(uint32_t) ranks = {0};
    Str line;
    double sum = 0, logs = 0, inverse = 0;
    while (str_take_line(&list, &line)) {
        Str rest = line, first;
        if (str_starts(line, STR("#")) || !str_take_until(&rest, ' ', &first))
            continue;
        uint32_t a = corpus_find(vectors->corpus, first), b = corpus_find(vectors->corpus, rest);
        if (a == NO_WORD || b == NO_WORD) {
            printf("no vector: %.*s\n", STR_ARG(line));
            continue;
        }
        if (a == b) /* forms of one word */
            continue;
        for (int turn = 0; turn < 2; turn++) {
            uint32_t rank = turn ? rank_of(vectors, b, a) : rank_of(vectors, a, b);
            *VEC_PUSH(arena, &ranks) = rank;
            sum += rank;
            logs += log(rank);
            inverse += 1.0 / rank;
        }
    }
    if (!ranks.len)
        return;
    qsort(ranks.ptr, ranks.len, sizeof(uint32_t), compare_ranks);
    double n = (double)ranks.len;
    printf("pairs: mean rank %.0f, geometric %.1f, median %u, 90 %% within %u, of 1/rank %.3f\n",
           sum / n, exp(logs / n), ranks.ptr[ranks.len / 2], ranks.ptr[ranks.len * 9 / 10],
           inverse / n);
}

typedef struct Judged {
    float comment[DIMS_MAX], rest[DIMS_MAX], code[DIMS_MAX];
    bool has_rest;
} Judged;

static void add_word(const Vectors *vectors, uint32_t word, double weight, float *to)
{
    double share = (double)vectors->corpus->counts[word] / (double)vectors->corpus->total;
    double rare = weight * 1e-3 / (1e-3 + share);
    for (uint32_t i = 0; i < vectors->dims; i++)
        to[i] += (float)(rare * vector_of(vectors, word)[i]);
}

static void normalise(float *vector, uint32_t dims)
{
    double sum = 0;
    for (uint32_t i = 0; i < dims; i++)
        sum += (double)vector[i] * (double)vector[i];
    for (uint32_t i = 0; i < dims && sum > 0; i++)
        vector[i] = (float)((double)vector[i] / sqrt(sum));
}

static bool has_word(const Declaration *from, uint32_t word)
{
    for (StreamPart part = STREAM_NAME; part <= STREAM_BODY; part++)
        for (uint32_t i = 0; i < from->len[part]; i++)
            if (from->words[part][i] == word)
                return true;
    return false;
}

static void take(const Vectors *vectors, const Declaration *from, Judged *judged)
{
    static const double weights[] = {[STREAM_NAME] = 3, [STREAM_SIGNATURE] = 1, [STREAM_BODY] = .5};
    uint32_t rest = 0;
    memset(judged, 0, sizeof *judged);
    for (uint32_t i = 0; i < from->len[STREAM_DOC]; i++) {
        uint32_t word = from->words[STREAM_DOC][i];
        add_word(vectors, word, 1, judged->comment);
        if (has_word(from, word))
            continue;
        add_word(vectors, word, 1, judged->rest);
        rest++;
    }
    for (StreamPart part = STREAM_NAME; part <= STREAM_BODY; part++)
        for (uint32_t i = 0; i < from->len[part]; i++)
            add_word(vectors, from->words[part][i], weights[part], judged->code);
    judged->has_rest = rest >= 3;
    normalise(judged->comment, vectors->dims);
    normalise(judged->rest, vectors->dims);
    normalise(judged->code, vectors->dims);
}

static double product(const float *a, const float *b, uint32_t dims)
{
    double sum = 0;
    for (uint32_t i = 0; i < dims; i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}

static void print_ranks(const char *what, const Judged *judged, size_t count, uint32_t dims,
                        bool rest)
{
    double inverse = 0, asked = 0, first = 0;
    for (size_t i = 0; i < count; i++) {
        const float *query = rest ? judged[i].rest : judged[i].comment;
        double wanted = product(query, judged[i].code, dims);
        uint32_t rank = 1;
        if (rest && !judged[i].has_rest)
            continue;
        for (size_t j = 0; j < count; j++)
            rank += j != i && product(query, judged[j].code, dims) >= wanted;
        asked++;
        inverse += 1.0 / rank;
        first += rank == 1;
    }
    printf("%s: %.0f comments, mean of 1/rank %.3f, first %.1f %%\n", what, asked, inverse / asked,
           100 * first / asked);
}

void judge_declarations(const Vectors *vectors)
{
    Judged *judged = calloc(JUDGED_MAX, sizeof *judged);
    Declaration *declaration = calloc(1, sizeof *declaration);
    size_t at = 0, count = 0, seen = 0;
    while (corpus_next(vectors->corpus, &at, declaration))
        seen += corpus_is_judged(declaration);
    size_t step = MAX(seen / JUDGED_MAX, 1);
    at = seen = 0;
    while (count < JUDGED_MAX && corpus_next(vectors->corpus, &at, declaration))
        if (corpus_is_judged(declaration) && seen++ % step == 0)
            take(vectors, declaration, &judged[count++]);
    print_ranks("comments", judged, count, vectors->dims, false);
    print_ranks("without words in common", judged, count, vectors->dims, true);
    free(judged);
    free(declaration);
}

void judge_neighbours(const Vectors *vectors, Str word, size_t count)
{
    uint32_t from = corpus_find(vectors->corpus, word), n = vectors->corpus->word_count;
    printf("%.*s:", STR_ARG(word));
    if (from == NO_WORD) {
        printf(" no vector\n");
        return;
    }
    bool *shown = calloc(n, sizeof *shown);
    shown[from] = true;
    for (size_t i = 0; i < count; i++) {
        uint32_t best = from;
        double nearest = -2;
        for (uint32_t other = 0; other < n; other++)
            if (!shown[other] && cosine(vectors, from, other) > nearest) {
                nearest = cosine(vectors, from, other);
                best = other;
            }
        shown[best] = true;
        printf(" %.*s %.2f", STR_ARG(vectors->corpus->words[best]), nearest);
    }
    printf("\n");
    free(shown);
}
