/* Mapping from the symbols of a change to a catalog as of one of its states. */
#pragma once

#include "base/map.h"
#include "change/change.h"
#include "index/catalog/catalog.h"

typedef struct Places {
    const ChangeSet *set;
    const Catalog *catalog;
    Map ids;             /* path → file id in the catalog */
    uint32_t *old, *new; /* file ids by index in the set, or FILE_NOWHERE */
} Places;

/* Looks up all files of the set; lives in the arena. */
Places places_of(Arena *arena, const ChangeSet *set, const Catalog *catalog);
/* The file id for a path; FILE_NOWHERE: none. */
uint32_t places_file(const Places *places, Str path);
/* The dense id of a symbol on one side; SYMBOL_NOWHERE if the catalog's outline of the file
   differs. */
uint32_t places_dense(const Places *places, uint32_t file, uint32_t symbol, bool old);
