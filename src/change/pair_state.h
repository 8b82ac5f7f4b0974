/* Between the parts of pairing: pair.c pairs by name, pair_types.c what has members, pair_similar.c
   the rest by what it says, pair_parts.c finds what was taken out of a body or put into one. */
#pragma once

#include "change/pair.h"

typedef struct Pairs {
    Arena *arena;
    const ChangeSet *set;
    Pairing *pairing;
} Pairs;

typedef VEC(SymbolRef) SymbolRefVec;

/* What may be partners of each other. */
typedef enum KindGroup {
    GROUP_CALLABLE,
    GROUP_TYPE,
    GROUP_VALUE,
    GROUP_OTHER, /* by its kind alone */
} KindGroup;
KindGroup pair_group(SymbolKind kind);
static inline bool pair_is_callable(const Symbol *symbol)
{
    return pair_group(symbol->kind) == GROUP_CALLABLE;
}
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
static inline Partner *pair_partner(const Pairs *pairs, SymbolRef ref, bool old)
{
    Partner **all = old ? pairs->pairing->old_to_new : pairs->pairing->new_to_old;
    return &all[ref.file][ref.symbol];
}
static inline bool pair_is_free(const Pairs *pairs, SymbolRef ref, bool old)
{
    return pair_partner(pairs, ref, old)->symbol == SYMBOL_ABSENT;
}
void pair_join(const Pairs *pairs, SymbolRef old, SymbolRef new, unsigned similarity);
/* Of one side, without a partner; in order. */
SymbolRefVec pair_free(const Pairs *pairs, Arena *arena, bool old);
/* Pairs the members of two partners, and theirs, by name. */
void pair_members(const Pairs *pairs, Arena scratch, SymbolRef old, SymbolRef new);

void pair_types(const Pairs *pairs, Arena scratch);
void pair_similar(const Pairs *pairs, Arena scratch);
void pair_parts(const Pairs *pairs, Arena scratch);
