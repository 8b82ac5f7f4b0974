/* The inverted index of one work tree: the view of the stored segments (term_store.h) through its
   catalog. Only slots whose content is a file of the catalog are live. If several files have the
   same content, its parts belong to the first file, ordered by class (sources first), then by path.
   Equal trees therefore give equal hits and counts, however their terms are spread over segments.
   */
#pragma once

#include "index/catalog/catalog.h"
#include "index/terms/term_store.h"

/* In how many parts and files a term occurs. */
typedef struct TermTotal {
    uint32_t parts, files;
} TermTotal;

/* Totals of a collection, for a catalog that has only some of its files. */
typedef struct TermTotals {
    uint32_t parts, files;
    uint64_t words;
    const uint32_t *terms; /* the requested ones, ascending */
    const TermTotal *totals;
    size_t count;
    bool more; /* further files, which the catalog lacks, have some of them */
} TermTotals;

typedef struct TermIndex {
    Arena *arena;
    Store *store;
    const Catalog *catalog;
    TermSegmentVec segments;  /* the last one holds facts that are not stored yet */
    uint32_t **files;         /* by segment and slot: file id, or FILE_NOWHERE if not live */
    size_t parts_max;         /* largest number of parts in a segment */
    uint32_t *file_words;     /* by file: length in words + 1; 0: its terms are unknown */
    uint64_t birth;           /* of the store (store_birth) */
    uint32_t live_parts;      /* parts that belong to a file */
    uint32_t live_files;      /* files with terms */
    uint64_t words;           /* number of words in all live parts */
    const TermTotals *totals; /* NULL: the segments have the whole collection */
} TermIndex;

/* Opens the index. Without a store it has the catalog's fresh facts alone. `store` is the one from
   which the catalog was loaded, and must outlive the index. Reuses the result of term_index_warm as
   long as the store has the same segments. From then on the store reads one snapshot, until it is
   closed. */
bool term_index_open(Store *store, const Catalog *catalog, Arena *arena, TermIndex *index,
                     Err *err) MUST_USE;

/* Opens the index once for many questions, as catalog->terms, until the catalog's files change. If
   it cannot be read, catalog->terms is an empty index that is not used. */
void term_index_warm(Store *store, Arena *arena, Catalog *catalog);

typedef struct TermPosting {
    uint32_t file;
    uint32_t part; /* number within the segment */
    uint8_t code;
} TermPosting;
typedef VEC(TermPosting) TermPostingVec;

/* In how much of the collection a term occurs; false: the index itself is the collection. */
bool term_index_total(const TermIndex *index, uint32_t term, TermTotal *total);

/* Appends the hits of a term in one segment, only those in live parts, in ascending order: hits of
   one file are adjacent. */
bool term_index_find(const TermIndex *index, Arena *arena, size_t segment, uint32_t term,
                     TermPostingVec *postings, Err *err) MUST_USE;
