/* The terms of one work tree: of all segments what is of a file of the catalog. Files of the same
   content share their parts, which count as those of the one that comes first: sources before
   others, then by path. What is the same in the tree gives the same hits and counts, whatever the
   segments. */
#pragma once

#include "index/catalog/catalog.h"
#include "index/terms/term_store.h"

typedef struct TermIndex {
    Arena *arena;
    Store *store;
    const Catalog *catalog;
    TermSegmentVec segments; /* the last one is of what is not stored yet */
    uint32_t **files;        /* of each segment by slot: FILE_NOWHERE for what is of none */
    size_t parts_max;        /* of one segment */
    uint32_t *file_words;    /* by file: how long it is; 0: nothing is known of it */
    uint64_t birth;          /* of the store (store_birth) */
    uint32_t live_parts;     /* that are of a file */
    uint32_t live_files;     /* that have parts */
    uint64_t words;          /* of all live parts */
} TermIndex;

/* `store` is where the catalog was loaded from, and is needed for as long as the index. What
   term_index_warm has made is taken from there while the store has the same segments. */
bool term_index_open(Store *store, const Catalog *catalog, Arena *arena, TermIndex *index,
                     Err *err) MUST_USE;

/* Opens it once for many questions: the catalog points to it, until its files change. Where it
   cannot be read, or without a store, to one that nobody takes. */
void term_index_warm(Store *store, Arena *arena, Catalog *catalog);

typedef struct TermPosting {
    uint32_t file;
    uint32_t part; /* of the segment */
    uint8_t code;
} TermPosting;
typedef VEC(TermPosting) TermPostingVec;

/* Appends the hits of a term in one of the segments, of live parts, ascending: those of one file
   stand together. */
bool term_index_find(const TermIndex *index, Arena *arena, size_t segment, uint32_t term,
                     TermPostingVec *postings, Err *err) MUST_USE;
