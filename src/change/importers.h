/* Imports of files that a change removes or moves, whatever they take from them: they are broken if
   they lead nowhere in the new state. */
#pragma once

#include "change/consequences.h"
#include "index/catalog/catalog.h"

typedef struct Importer {
    uint32_t file; /* the changed file: set->files.ptr[file] */
    Str path;      /* of the importing file, in the new state */
    uint32_t line;
    bool own;     /* an import of the moved file itself */
    bool guessed; /* it was found as a search path would find it */
    bool likely;  /* it still is, but elsewhere: only a search path could lead there */
    Str target;   /* what it led to */
} Importer;
typedef VEC(Importer) ImporterVec;

/* Notes the imports of files that are no longer at their path, and those of files that moved. The
   catalog is as of the old state. Lines that the change rewrites are not noted. */
void importers_note(Arena *arena, Arena scratch, const ChangeSet *set, const Catalog *catalog,
                    ImporterVec *importers);
/* Keeps those that lead nowhere now, sorted by path and line, each line once. The catalog is as of
   the new state. */
void importers_keep_broken(Arena scratch, const ChangeSet *set, const Catalog *catalog,
                           ImporterVec *importers);
/* Adds them to what a change breaks, except for lines that it lists already for a symbol. */
void importers_add_broken(Arena *arena, const ChangeSet *set, const ImporterVec *importers,
                          ConsequenceVec *found);
