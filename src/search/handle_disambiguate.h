/* Disambiguation: which symbol of a name is meant. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct Candidate {
    uint64_t order; /* the smaller the better */
    uint32_t file, symbol;
} Candidate;
typedef VEC(Candidate) CandidateVec;

/* Moves the one clearly meant to the front; false if there is none. */
bool handle_disambiguate(const Catalog *catalog, CandidateVec *found);
