/* Prefixes of symbol hashes: finding a symbol by the second half of its hash, which says nothing
   about its file. The first 16 bits of every symbol's hash are kept (CatalogFile.hash_prefixes),
   so that full hashes are computed only for files with a match. */
#pragma once

#include "index/catalog/catalog.h"

/* Computes hash_prefixes and filters (file_filter.h) for files that lack them, until at least
   `symbols` symbols are done. Sets catalog->has_hash_prefixes once all files have them. They are
   dropped with the file's entries. */
void catalog_hash_prefix(Catalog *catalog, Arena scratch, uint32_t symbols);

/* Calls back, in ascending order, for the symbols of a file whose second half begins with the
   given hexadecimal digits. `digits` is the value of `count` digits, at most 16. With count 0 all
   symbols match. */
typedef void (*MarkVisit)(void *context, uint32_t symbol);
typedef struct PrefixWanted {
    uint64_t digits;
    unsigned count;
    MarkVisit visit;
    void *context;
} PrefixWanted;
void catalog_with_hash(const Catalog *catalog, Arena scratch, uint32_t id,
                       const PrefixWanted *wanted);
