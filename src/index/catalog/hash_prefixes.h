/* Finding symbols by the second half of their hashes, which tells nothing of the file: of each
   symbol the first 16 bits are kept (CatalogFile.marks), so that few hashes have to be made. */
#pragma once

#include "index/catalog/catalog.h"

/* Marks and signs (file_filter.h) files that are not yet, until so many symbols are;
   catalog->has_hash_prefixes tells when all are. They stay as long as the file's entries do. */
void catalog_mark(Catalog *catalog, Arena scratch, uint32_t symbols);

/* Calls back for the symbols of a file (by its id) whose hash's second half begins with these
   digits (at most 16, as a number), ascending; for all when there are none. */
typedef void (*MarkVisit)(void *context, uint32_t symbol);
typedef struct MarkWanted {
    uint64_t digits;
    unsigned count;
    MarkVisit visit;
    void *context;
} MarkWanted;
void catalog_with_hash(const Catalog *catalog, Arena scratch, uint32_t id,
                       const MarkWanted *wanted);
