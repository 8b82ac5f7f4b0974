/* Lean catalogs: memory is saved while the whole index is rebuilt and much else is in memory.
   Entries are packed, and unpacked only while they are in use (catalog_row). Metrics are
   computed at the end. Links are written to the store as soon as they are known
   (catalog_put_away). The name table grows in place.

   The arenas are separate so that each can be emptied alone, and hidden from forked children. */
#pragma once

#include "index/catalog/catalog.h"

typedef struct CatalogLean {
    NamesRoom names;
    Arena first_pass;    /* packed entries of files in state FILE_LEXICAL */
    Arena by_name;       /* lists for catalog_named */
    Arena links;         /* links, later metrics, of the segment at hand */
    Arena entries;       /* unpacked entries, and the list of their files */
    VEC(uint32_t) files; /* files with unpacked entries */
} CatalogLean;

void catalog_lean_open(CatalogLean *lean);
/* Forked children inherit the memory only while it is not hidden. */
void catalog_lean_hide(CatalogLean *lean, bool hidden);
void catalog_lean_close(CatalogLean *lean);
/* Makes the catalog lean from now on. Invalidates any earlier lean catalog with the same
   CatalogLean. */
void catalog_make_lean(Catalog *catalog, CatalogLean *lean);

/* Frees the packed entries of the first pass. No file may be FILE_LEXICAL any more. */
void catalog_forget_first_pass(Catalog *catalog);
/* Drops the results of the first pass in a lean catalog: files in state FILE_LEXICAL become
   FILE_LISTED. False if no file was in that state. */
bool catalog_drop_first_pass(Catalog *catalog);
/* Frees the lists of catalog_named. */
void catalog_forget_by_name(Catalog *catalog);

/* Room for a file's entries, in any catalog. They must be filled in before catalog_trim. */
Entry *catalog_make_entries(Catalog *catalog, uint32_t id, uint32_t count);
/* To be called between two pieces of work. If unpacked entries take much memory, packs the new
   ones and drops them all. This invalidates entries and rows obtained before. Does nothing in a
   catalog that is not lean. */
void catalog_trim(Catalog *catalog);
