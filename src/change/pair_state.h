/* Internals of pairing. pair.c pairs by name, pair_types.c types by their members, pair_similar.c
   the rest by similarity; pair_parts.c finds extracted and inlined functions. */
#pragma once

#include "change/pair.h"

/* Cache: tokens of the last file looked at, one for each side. */
typedef struct PairTokens {
    Arena arena;
    uint32_t file; /* SYMBOL_ABSENT: none */
    TokenVec tokens;
} PairTokens;

typedef struct Pairs {
    Arena *arena;
    const ChangeSet *set;
    Pairing *pairing;
    PairTokens *tokens; /* two: for new sides, for old sides */
    const Arena *work;  /* passed by value as scratch memory */
} Pairs;

typedef VEC(SymbolRef) SymbolRefVec;

/* Groups of kinds that may be partners of each other. */
typedef enum KindGroup {
    GROUP_CALLABLE,
    GROUP_TYPE,
    GROUP_VALUE,
    GROUP_OTHER, /* only of the same kind */
} KindGroup;
/* The group of a kind, and whether two symbols may be partners by their kinds. */
KindGroup pair_group(SymbolKind kind);
bool pair_may(const Symbol *a, const Symbol *b);

static inline const ChangeSide *pair_side(const Pairs *pairs, uint32_t file, bool old)
{
    const ChangedFile *changed = &pairs->set->files.ptr[file];
    return old ? &changed->old : &changed->new;
}
static inline const Symbol *pair_symbol(const Pairs *pairs, SymbolRef ref, bool old)
{
    return &pair_side(pairs, ref.file, old)->outline.symbols.ptr[ref.symbol];
}
static inline const OwnPart *pair_own(const Pairs *pairs, SymbolRef ref, bool old)
{
    return &pair_side(pairs, ref.file, old)->own[ref.symbol];
}
/* The tokens of a file; valid until those of another file on that side are requested. */
const TokenVec *pair_tokens(const Pairs *pairs, uint32_t file, bool old);
static inline Partner *pair_partner(const Pairs *pairs, SymbolRef ref, bool old)
{
    Partner **all = old ? pairs->pairing->old_to_new : pairs->pairing->new_to_old;
    return &all[ref.file][ref.symbol];
}
static inline bool pair_is_free(const Pairs *pairs, SymbolRef ref, bool old)
{
    return pair_partner(pairs, ref, old)->symbol == SYMBOL_ABSENT;
}
/* Makes two symbols partners; similarity in percent. */
void pair_join(const Pairs *pairs, SymbolRef old, SymbolRef new, unsigned similarity);
/* Symbols of one side without a partner, in the order of pair_files. */
SymbolRefVec pair_free(const Pairs *pairs, Arena *arena, bool old);
/* Pairs the members of two partners by name, at any depth. */
void pair_members(const Pairs *pairs, Arena scratch, SymbolRef old, SymbolRef new);

/* Tie-break between pairs of equal score, by positions in the lists of both sides: nearer to the
   beginning of both lists first, then the smaller difference of positions. Symmetric: exchanging
   the sides gives the same answer, as pairs that remain equal have no symbol in common. */
static inline int pair_order(uint32_t old_a, uint32_t new_a, uint32_t old_b, uint32_t new_b)
{
    uint64_t a = (uint64_t)old_a + new_a, b = (uint64_t)old_b + new_b;
    uint32_t far_a = old_a > new_a ? old_a - new_a : new_a - old_a;
    uint32_t far_b = old_b > new_b ? old_b - new_b : new_b - old_b;
    if (a != b)
        return a < b ? -1 : 1;
    if (far_a != far_b)
        return far_a < far_b ? -1 : 1;
    return old_a < old_b ? -1 : old_a > old_b;
}

/* The later steps of pairing, in this order. */
void pair_types(const Pairs *pairs, Arena scratch);
void pair_similar(const Pairs *pairs, Arena scratch);
void pair_parts(const Pairs *pairs, Arena scratch);
