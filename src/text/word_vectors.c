/* The vectors are compiled into the program from a file made by bench/vectors/train.c. They are
   sorted by term, so a lookup is a binary search. */
#include "text/word_vectors.h"

#include "text/terms.h"
#include "text/word_vectors_file.h"

#include <math.h>

/* clang-format off */
__asm__(".section .rodata\n"
        ".balign 16\n"
        "word_vectors_begin: .incbin \"" WORD_VECTORS_FILE "\"\n"
        ".globl word_vectors_begin\n"
        ".hidden word_vectors_begin\n"
        ".previous\n");
/* clang-format on */

extern const char word_vectors_begin[];

static const WordVectorsHeader *header(void)
{
    return (const void *)word_vectors_begin;
}

static const char *part(size_t offset)
{
    return word_vectors_begin + sizeof(WordVectorsHeader) + offset;
}

static const uint32_t *terms(void)
{
    return (const void *)part(header()->text_len);
}

static const uint8_t *lengths(void)
{
    return (const uint8_t *)(terms() + header()->count);
}

static const char *words(void)
{
    return (const char *)lengths() + header()->count;
}

size_t word_vector_count(void)
{
    return header()->count;
}

uint32_t word_vector_term(size_t index)
{
    return terms()[index];
}

const int8_t *word_vector_at(size_t index)
{
    return (const int8_t *)words() + header()->words_len + index * WORD_VECTOR_DIMS;
}

Str word_vector_provenance(void)
{
    return str_trim_end((Str){part(0), header()->text_len});
}

const int8_t *word_vector_of_term(uint32_t term)
{
    size_t low = 0, high = header()->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (terms()[middle] == term)
            return word_vector_at(middle);
        if (terms()[middle] > term)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const int8_t *word_vector(const char *word, size_t n)
{
    return n ? word_vector_of_term(term_of_word((Str){word, n})) : NULL;
}

static int32_t dot(const int8_t *a, const int8_t *b)
{
    int32_t sum = 0;
    for (size_t i = 0; i < WORD_VECTOR_DIMS; i++)
        sum += a[i] * b[i];
    return sum;
}

double word_vector_cosine(const int8_t *a, const int8_t *b)
{
    double lengths = sqrt((double)dot(a, a) * dot(b, b));
    return lengths > 0 ? dot(a, b) / lengths : 0;
}

double word_vector_cosine_from(const int8_t *a, const int8_t *b, double least)
{
    if (dot(a, b) < least * WORD_VECTOR_SQUARE_MIN)
        return 0;
    double cosine = word_vector_cosine(a, b);
    return cosine < least ? 0 : cosine;
}

size_t word_nearest(const int8_t *vector, WordNear *near, size_t max)
{
    size_t len = 0;
    if (!max)
        return 0;
    const char *text = words();
    for (size_t i = 0; i < word_vector_count(); text += lengths()[i++]) {
        WordNear one = {{text, lengths()[i]}, word_vector_cosine(vector, word_vector_at(i))};
        size_t at = len;
        while (at > 0 && near[at - 1].cosine < one.cosine)
            at--;
        if (at == max)
            continue;
        len = MIN(len + 1, max);
        memmove(&near[at + 1], &near[at], (len - 1 - at) * sizeof *near);
        near[at] = one;
    }
    return len;
}
