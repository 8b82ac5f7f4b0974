/* Vector search: declarations nearest to a question by the vectors of an embedding model
   (index/store/vectors.h). */
#pragma once

#include "index/catalog/catalog.h"
#include "search/rank.h"

/* Vectors that are compared by all their numbers, after a choice by sign bits. */
#define VECTOR_CLOSE_PARTS 1500
/* Files of the vector ranking that are merged. */
#define VECTOR_FUSE_FILES 200

typedef struct VectorHit {
    uint32_t file, entry; /* entry 0: the file itself */
    float cosine;
} VectorHit;
typedef VEC(VectorHit) VectorHitVec;

typedef struct VectorQuery {
    const int8_t *vector; /* of the question */
    size_t dims;
    const bool *left_out; /* by file id; NULL: none */
    bool docs;            /* only files of prose */
    size_t limit;
} VectorQuery;

/* Orders parts, best first, and keeps `limit`. */
void vector_search_sort(VectorHitVec *parts, size_t limit);
/* Finds the nearest parts, best first; ties in the order of the catalog's files. */
bool vector_search_find(Store *store, const Catalog *catalog, Arena *arena,
                        const VectorQuery *wanted, VectorHitVec *parts, Err *err) MUST_USE;
/* Merges vector hits into a ranking by reciprocal rank fusion (Cormack, Clarke and Büttcher, 2009)
   and keeps the best `limit` files. If either is empty, the other is kept. */
void vector_search_fuse(Arena *arena, const Catalog *catalog, const VectorHitVec *parts,
                        size_t limit, Ranking *ranking);
