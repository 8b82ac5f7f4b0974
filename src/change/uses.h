/* Uses, in the old state, of symbols that a change affects, with their places in the new state. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

/* Kind of a use: an import that names the symbol. */
#define USE_IMPORT 255
/* Kind of a use: a method that the symbol overrides, or that overrides it (search/override.h). */
#define USE_OVERRIDE 254

/* Kind of a use: a type that implements the interface by its shape. */
#define USE_SHAPE 253

/* A use of an affected symbol, as recorded in the old state. */
typedef struct OldUse {
    uint32_t file, reported;
    Str path;      /* of the file in the new state */
    uint32_t line; /* in the new state */
    uint32_t was;  /* line in the old state */
    Str user;
    Str name;           /* as written at the use */
    uint16_t arguments; /* for USE_OVERRIDE: number of parameters */
    uint8_t kind;       /* ReferenceKind or USE_… */
    bool likely;
    bool sees;      /* fewer can see the symbol, and this one is among them (visibility_reach.h) */
    bool makes;     /* a call that makes a value: `new F()` */
    bool made;      /* it makes an object of the type whose constructor is affected */
    unsigned shows; /* what its text shows (result_uses.h): ChangeAffects bits */
    StrVec gives;   /* names of values in its arguments, where options are concerned */
} OldUse;
typedef VEC(OldUse) OldUseVec;

/* Collects the uses, and counts those of each symbol (ChangedSymbol.users). `catalog` is as of the
   old state, with symbols and links. Uses on lines that the change removed are left out. Texts live
   in the arena. False when an outline cannot be read. */
bool uses_note(Arena *arena, Arena scratch, ChangeSet *set, Catalog *catalog, OldUseVec *uses,
               Err *err) MUST_USE;

/* The line in the new state of an unchanged line; 0 if the change removed it. `file` NULL: the file
   is not changed. */
uint32_t uses_line_now(const ChangedFile *file, uint32_t line);
