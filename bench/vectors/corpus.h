/* The stream of extract (stream.h) with a vocabulary: the most frequent words that occur in several
   packages. */
#pragma once

#include "base/str.h"
#include "base/vec.h"
#include "stream.h"

/* A word that occurs in fewer packages is a proper name. */
#define PACKAGES_MIN 4
#define NO_WORD UINT32_MAX

typedef struct Corpus {
    const uint32_t *numbers;
    size_t len;
    Str *stems; /* of the vocabulary, most frequent first */
    Str *words; /* the most frequent word with that stem */
    uint32_t word_count;
    uint32_t *id_of;  /* by number of the stream: index in the vocabulary, or NO_WORD */
    uint64_t *counts; /* by word of the vocabulary */
    uint64_t total;
} Corpus;

bool corpus_open(Arena *arena, const char *folder, uint32_t words_max, Corpus *corpus) MUST_USE;

#define PART_WORDS_MAX 512

/* A declaration: the words of the vocabulary in each of its parts. */
typedef struct Declaration {
    uint32_t words[STREAM_END][PART_WORDS_MAX];
    uint32_t len[STREAM_END];
    uint64_t hash; /* hash of all its numbers */
} Declaration;

/* The next declaration from *at on; false at the end. */
bool corpus_next(const Corpus *corpus, size_t *at, Declaration *declaration);

/* One declaration in this many is held out of training, for evaluation: it has a comment of at
   least four words, and a name. */
#define JUDGED_OF 300
bool corpus_is_judged(const Declaration *declaration);

/* The index of the word's stem, or NO_WORD. */
uint32_t corpus_find(const Corpus *corpus, Str word);
