/* Features by which unpaired symbols are compared: tokens as sorted multisets, so that the size of
   an intersection takes one pass. */
#pragma once

#include "change/pair_state.h"

#define FEATURE_NONE UINT32_MAX

typedef struct HashSet {
    uint32_t *ptr; /* ascending, with repetitions */
    uint32_t len;
} HashSet;

typedef struct Features {
    SymbolRef ref;
    HashSet words; /* words, numbers and strings of the body */
    HashSet pairs; /* pairs of adjacent tokens of the body */
    HashSet head;  /* words of the head */
    HashSet name;  /* words of the name */
    uint64_t name_hash;
    uint64_t body;
    uint32_t word; /* the whole name as a token */
    /* A number for the container, or for the file, equal for partners; FEATURE_NONE: it has no
       partner. */
    uint32_t container;
} Features;

/* Computes the features of a symbol; they live in the arena. */
Features features_of(const Pairs *pairs, Arena *arena, SymbolRef ref, bool old);
/* Dice coefficient in thousandths; `empty` if both sets are empty. */
uint32_t features_dice(HashSet a, HashSet b, uint32_t empty);
/* Containment: the share of `part` that is in `whole`, in thousandths. */
uint32_t features_within(HashSet part, HashSet whole);
