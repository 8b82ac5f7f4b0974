/* What is compared of a symbol whose partner is looked for: its tokens as sorted sets with
   repetitions, so that what two have in common is counted in one pass. */
#pragma once

#include "change/pair_state.h"

#define FEATURE_NONE UINT32_MAX

typedef struct HashSet {
    uint32_t *ptr; /* ascending */
    uint32_t len;
} HashSet;

typedef struct Features {
    SymbolRef ref;
    HashSet words; /* words, numbers and strings of the body */
    HashSet pairs; /* two tokens of the body beside each other */
    HashSet head;  /* words of the head */
    HashSet name;  /* words of the name */
    uint64_t name_hash;
    uint64_t body;
    uint32_t word; /* the name as a token */
    /* A number of the container, or of the file, the same for partners; FEATURE_NONE: it has no
       partner. */
    uint32_t container;
} Features;

Features features_of(const Pairs *pairs, Arena *arena, SymbolRef ref, bool old);
/* How many they have in common, repetitions counted. */
uint32_t features_common(HashSet a, HashSet b);
/* Twice that by the sum of both, of 1000; both empty: `empty`. */
uint32_t features_dice(HashSet a, HashSet b, uint32_t empty);
/* How much of `part` is in `whole`, of 1000. */
uint32_t features_within(HashSet part, HashSet whole);
