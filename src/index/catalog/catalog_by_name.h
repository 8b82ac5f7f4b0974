/* Lists of symbols by name in a catalog that changes. */
#pragma once

#include "index/catalog/catalog.h"

struct RelistedName {
    uint32_t start, count; /* in Relisted.ids */
};
typedef struct RelistedName RelistedName;

/* A file that has changed: the first `same` symbols have the names and numbers that they had. */
typedef struct NamedChange {
    const CatalogFile *was, *now;
    uint32_t same;
    uint32_t from, end; /* the numbers of the others, as they were */
} NamedChange;

/* While the lists are there (catalog_warm). */
void catalog_relist(Catalog *catalog, Arena scratch, const NamedChange *change);
/* The lists are to be made anew. */
void catalog_forget_relisted(Catalog *catalog);
