/* The terms of one work tree: those parts of all segments that are of a file of the catalog, with
   numbers of their own. Files of the same content share their parts, which count as those of the
   one that comes first: sources before others, then by path. What is the same in the tree gives the
   same hits and counts, whatever the segments. */
#pragma once

#include "index/catalog/catalog.h"
#include "index/terms/term_shelf.h"

typedef struct TermIndex {
    Arena *arena;
    Store *store;
    const Catalog *catalog;
    TermSegmentVec segments;
    uint32_t *bases;       /* first part of each segment; behind them come those not stored yet */
    uint32_t part_count;   /* numbers of parts are below */
    TermPart *parts;       /* by number */
    uint32_t *files;       /* … the file, FILE_NOWHERE for what is of none */
    uint32_t *file_words;  /* by file: how long it is; 0: nothing is known of it */
    uint32_t live_parts;   /* that are of a file */
    uint32_t live_files;   /* that have parts */
    uint32_t wanted_files; /* that would, if all were indexed */
    uint64_t words;        /* of all live parts */
} TermIndex;

/* `store` is where the catalog was loaded from, and is needed for as long as the index. */
bool term_index_open(Store *store, const Catalog *catalog, Arena *arena, TermIndex *index,
                     Err *err) MUST_USE;

/* The hits of a term, of live parts. Those of one file stand together, its parts ascending. */
typedef VEC(TermHit) TermHitVec;
bool term_index_find(const TermIndex *index, Arena *arena, uint32_t term, TermHitVec *hits,
                     Err *err) MUST_USE;
