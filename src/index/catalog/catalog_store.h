/* The catalog on disk: per CATALOG_SEGMENT_FILES files one segment for what a file is, one for the
   names of its symbols and what they stand in, one for what else they are, one for what the graph
   says of them, one for its links, one for its mentions, one for its shape; and names in the order
   of their ids. Beside names, names of symbols and links stand the signs of what is in them. Each
   is a zstd frame with a checksum, in the store's transactions: readers see the last whole save.
   Loading reads only what is asked for. */
#pragma once

#include "index/catalog/catalog.h"

/* The tree's catalog as stored; an empty one when there is none, or when what is there is damaged
   (then catalog->damaged): it is built anew from the facts. With CATALOG_LAZY what is stored is
   seen as it was at the load (catalog_lazy.h); until catalog_let_go the store keeps it so, and
   nothing can be written through it. */
bool catalog_load(Arena *arena, Arena scratch, Store *store, unsigned parts, Catalog **catalog,
                  Err *err) MUST_USE;
/* Of a catalog that was loaded with CATALOG_BEGUN: everything else. ERR_STALE when the store has
   another one by now. */
bool catalog_load_rest(Catalog **catalog, Arena scratch, Err *err) MUST_USE;
/* Nothing more will be fetched. */
void catalog_let_go(const Catalog *catalog);

typedef enum CatalogSave {
    CATALOG_SAVE_LASTING,
    CATALOG_SAVE_QUICK, /* what is written is soon written again: takes more room, less time */
} CatalogSave;
/* Writes the segments with changes, within the transaction that is open. All parts must have been
 * loaded. */
bool catalog_save(Catalog *catalog, Arena scratch, Store *store, CatalogSave how,
                  Err *err) MUST_USE;
/* The same for a save to follow in this transaction, which ends it. */
bool catalog_write(Catalog *catalog, Arena scratch, Store *store, CatalogSave how,
                   Err *err) MUST_USE;
/* Within an open transaction, of a lean catalog that was written: when the file is the last of its
   segment, writes the links or the metrics of these files and forgets them. */
bool catalog_put_away(Catalog *catalog, Arena scratch, Store *store, CatalogPart part,
                      uint32_t file, Err *err) MUST_USE;
/* Calls back for each file in the order of their ids, while it has its links again. */
typedef struct CatalogVisit {
    void (*visit)(void *context, uint32_t file);
    void *context;
} CatalogVisit;
bool catalog_fetch_links(Catalog *catalog, Arena scratch, Store *store, const CatalogVisit *visit,
                         Err *err) MUST_USE;
/* What a load of these parts takes in memory, about, with what questions make of them; 0 when it
   cannot be told. */
uint64_t catalog_loaded_bytes(Store *store, unsigned parts);
/* The generation that the store has now; another one than the catalog's means it is out of date. */
bool catalog_generation(Store *store, uint64_t *generation, Err *err) MUST_USE;
