/* Pairing: which old symbol became which new one. */
#pragma once

#include "change/change.h"

typedef struct SymbolRef {
    uint32_t file, symbol; /* SYMBOL_ABSENT: none */
} SymbolRef;

typedef struct Partner {
    uint32_t file, symbol; /* on the other side; symbol SYMBOL_ABSENT: none */
    uint16_t similarity;   /* in percent */
    bool extracted; /* not a partner, but the new symbol whose body contained this one before, or
                       contains it now */
} Partner;

typedef struct Pairing {
    Partner **old_to_new; /* by file, by symbol */
    Partner **new_to_old;
} Pairing;

/* Pairs the symbols of all files; the result lives in the arena. */
void pair_symbols(Arena *arena, Arena scratch, const ChangeSet *set, Pairing *pairing);
/* Whether their containers are partners or, if both have none, their files are the same. */
bool pair_is_in_place(const ChangeSet *set, const Pairing *pairing, SymbolRef old, SymbolRef new);
