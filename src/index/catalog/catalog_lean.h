/* A catalog while everything is made anew, at which time much else is in memory: entries are
   packed, and unpacked for as long as somebody looks at them (catalog_row); metrics come at the
   end; links go to the store as soon as they are known (catalog_put_away). Names grow in
   place. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct CatalogLean {
    NamesRoom names;
    Arena look;          /* packed entries of files that are FILE_LEXICAL */
    Arena by_name;       /* catalog_named */
    Arena links;         /* of the segment at hand; of metrics, too */
    Arena entries;       /* unpacked ones, and the list of their files */
    VEC(uint32_t) files; /* that have entries there */
} CatalogLean;

void catalog_lean_open(CatalogLean *lean);
/* Children that are forked do not have it, unless it is not hidden. */
void catalog_lean_hide(CatalogLean *lean, bool hidden);
void catalog_lean_close(CatalogLean *lean);
/* From now on the catalog is lean. What was lean in the same room before is no longer valid. */
void catalog_make_lean(Catalog *catalog, CatalogLean *lean);

/* No file is FILE_LEXICAL any more. */
void catalog_forget_first_pass(Catalog *catalog);
/* Gives up what a first pass has found in files that are FILE_LEXICAL, which are no more than
   listed then; of a catalog that is lean. False when there is nothing of it. */
bool catalog_drop_first_pass(Catalog *catalog);
/* catalog_named is no longer needed. */
void catalog_forget_by_name(Catalog *catalog);

/* Room for entries of a file, to be filled before catalog_trim. */
Entry *catalog_make_entries(Catalog *catalog, uint32_t id, uint32_t count);
/* Between two pieces of work: packs what is new and drops what is unpacked, when it has become
   much. Entries and rows from before are no longer valid. Nothing happens to a catalog that is not
   lean. */
void catalog_trim(Catalog *catalog);
