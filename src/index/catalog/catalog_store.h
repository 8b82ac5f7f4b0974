/* Saving and loading the catalog. For every CATALOG_SEGMENT_FILES files there is one segment for
   each CatalogPart; the name table is stored in blocks (catalog_names.h). Each segment of names,
   symbol names or links has a Bloom filter of its contents. A segment is a zstd frame with a
   checksum.

   Everything is written in the store's transactions, so readers see the last complete save.
   Loading reads only the parts that are asked for. */
#pragma once

#include "index/catalog/catalog.h"

/* Loads the tree's catalog. The result is empty if nothing is stored. It is also empty if the
   stored catalog is damaged: then catalog->damaged is set, and it must be rebuilt from the facts.
   With CATALOG_LAZY the store's read transaction stays open until catalog_let_go, and nothing can
   be written through the store. False if the store cannot be read. */
bool catalog_load(Arena *arena, Arena scratch, Store *store, unsigned parts, Catalog **catalog,
                  Err *err) MUST_USE;
/* Loads all other parts of a catalog that was loaded with CATALOG_BEGUN. ERR_STALE if the stored
   catalog has changed since. */
bool catalog_load_rest(Catalog **catalog, Arena scratch, Err *err) MUST_USE;
/* Ends the read transaction of a lazy catalog; nothing more can be fetched. */
void catalog_let_go(const Catalog *catalog);

typedef enum CatalogSave {
    CATALOG_SAVE_LASTING,
    CATALOG_SAVE_QUICK, /* quick compression, for segments that will soon be written again */
} CatalogSave;
/* Writes the changed segments and the next generation, within the open transaction. All parts must
   be loaded. */
bool catalog_save(Catalog *catalog, Arena scratch, Store *store, CatalogSave how,
                  Err *err) MUST_USE;
/* The same without a new generation, for a catalog that will be saved again in this transaction. */
bool catalog_write(Catalog *catalog, Arena scratch, Store *store, CatalogSave how,
                   Err *err) MUST_USE;
/* For a lean catalog that was written, within an open transaction. If the file is the last of its
   segment, writes the segment's links or metrics (`part`) and drops them from memory. */
bool catalog_put_away(Catalog *catalog, Arena scratch, Store *store, CatalogPart part,
                      uint32_t file, Err *err) MUST_USE;
/* Calls back for each file in the order of their ids. During the call the file has its links in
   memory. */
typedef struct CatalogVisit {
    void (*visit)(void *context, uint32_t file);
    void *context;
} CatalogVisit;
bool catalog_fetch_links(Catalog *catalog, Arena scratch, Store *store, const CatalogVisit *visit,
                         Err *err) MUST_USE;
/* Estimated memory for loading these parts, including tables that questions build from them. 0 if
   unknown. */
uint64_t catalog_loaded_bytes(Store *store, unsigned parts);
/* Rewrites the filters of all segments, within an open transaction, and the names with theirs.
   The catalog must be whole and unchanged since it was loaded. */
bool catalog_write_filters(Catalog *catalog, Arena scratch, Store *store, Err *err) MUST_USE;
/* Rewrites the rows of files in the store, within an open transaction: the call back may set size,
   stamp, inode and hash of each. *damaged is set if the rows cannot be read; nothing is rewritten
   then. */
typedef struct CatalogStamp {
    void (*set)(void *context, CatalogFile *file);
    void *context;
} CatalogStamp;
bool catalog_restamp(Arena scratch, Store *store, const CatalogStamp *stamp, bool *damaged,
                     Err *err) MUST_USE;
/* The store's present generation. If it differs from the catalog's, the catalog is out of date. */
bool catalog_generation(Store *store, uint64_t *generation, Err *err) MUST_USE;
