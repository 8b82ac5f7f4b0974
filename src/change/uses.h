/* Who used, in the old state, what the change concerns, and where that stands in the new one. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

/* Names what it takes from a file, and nothing else of it may be used. */
#define USE_IMPORT 255
/* A method that stands in for the symbol, or for which that stands in (search/override.h). */
#define USE_OVERRIDE 254

/* A use of a symbol that the change concerns, as the old state has it. */
typedef struct OldUse {
    uint32_t file, told;
    Str path;      /* of the file in the new state */
    uint32_t line; /* there */
    uint32_t was;  /* line in the old state */
    Str user;
    Str name;           /* as it is written */
    uint16_t arguments; /* parameters, of USE_OVERRIDE */
    uint8_t kind;       /* ReferenceKind, USE_IMPORT or USE_OVERRIDE */
    bool likely;
} OldUse;
typedef VEC(OldUse) OldUseVec;

/* `catalog` as of the old state, with symbols and links. Uses on lines that the change took away
   are no part of it. Texts are in the arena. */
bool uses_note(Arena *arena, Arena scratch, const ChangeSet *set, Catalog *catalog, OldUseVec *uses,
               Err *err) MUST_USE;
