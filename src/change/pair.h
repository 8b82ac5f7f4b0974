/* Which symbol of the old sides is which one of the new sides. */
#pragma once

#include "change/change.h"

typedef struct SymbolRef {
    uint32_t file, symbol; /* SYMBOL_ABSENT: none */
} SymbolRef;

typedef struct Partner {
    uint32_t file, symbol; /* of the other side; symbol SYMBOL_ABSENT: none */
    uint16_t similarity;   /* per cent */
    bool extracted;        /* no partner, but the body that it stood in, or stands in now: of the
                              new side */
} Partner;

typedef struct Pairing {
    Partner **old_to_new; /* by file, by symbol */
    Partner **new_to_old;
} Pairing;

void pair_symbols(Arena *arena, Arena scratch, const ChangeSet *set, Pairing *pairing);
/* Whether the containers of both are partners, or both have none and their files are. */
bool pair_is_in_place(const ChangeSet *set, const Pairing *pairing, SymbolRef old, SymbolRef new);
