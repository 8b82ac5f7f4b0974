/* Where the symbols of a change are in a catalog that has one of its states. */
#pragma once

#include "base/map.h"
#include "change/change.h"
#include "index/catalog/catalog.h"

typedef struct Places {
    const ChangeSet *set;
    const Catalog *catalog;
    Map ids;             /* of the catalog's files by path */
    uint32_t *old, *new; /* file ids by index in the set, or FILE_NOWHERE */
} Places;

Places places_of(Arena *arena, const ChangeSet *set, const Catalog *catalog);
/* FILE_NOWHERE when there is no such file. */
uint32_t places_file(const Places *places, Str path);
/* The dense id of a symbol of a side; SYMBOL_NOWHERE where the catalog has not this very outline.
 */
uint32_t places_dense(const Places *places, uint32_t file, uint32_t symbol, bool old);
