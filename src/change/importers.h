/* Imports of files that a change removes or moves, whatever they take from them: they are broken if
   they lead nowhere in the new state. */
#pragma once

#include "change/change.h"
#include "index/catalog/catalog.h"

typedef struct Importer {
    uint32_t file; /* the file that is no longer at its path: index in ChangeSet.files */
    Str path;      /* of the importing file in the new state */
    uint32_t line; /* in the new state */
} Importer;
typedef VEC(Importer) ImporterVec;

/* Lists imports on unchanged lines, except for those under a condition. `catalog` is as of the old
   state, with links. Texts live in the arena. */
void importers_note(Arena *arena, Arena scratch, const ChangeSet *set, const Catalog *catalog,
                    ImporterVec *importers);
/* Keeps those that lead nowhere, one for each line, sorted by path and line. `catalog` is as of the
   new state. */
void importers_keep_broken(Arena scratch, const ChangeSet *set, const Catalog *catalog,
                           ImporterVec *importers);
