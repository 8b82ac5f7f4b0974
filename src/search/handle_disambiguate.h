/* Disambiguation: chooses the symbol that a name means. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct Candidate {
    uint64_t order; /* the smaller the better */
    uint32_t file, symbol;
} Candidate;
typedef VEC(Candidate) CandidateVec;

/* Moves the one clearly meant to the front; false if none is clear. */
bool handle_disambiguate(const Catalog *catalog, CandidateVec *found);
/* Whether two to HANDLE_ALIKE_MAX candidates have one qualified name in one file. The one that
   answers show moves to the front: a definition before declarations and additions, a getter before
   a setter, then the most used. */
bool handle_alike(const Catalog *catalog, Arena scratch, CandidateVec *found);
