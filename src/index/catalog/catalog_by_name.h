/* Lists of symbols by name (catalog_named) that survive small changes of the catalog: only the
   names of changed files are listed again. */
#pragma once

#include "index/catalog/catalog.h"

struct RelistedName {
    uint32_t start, count; /* in Relisted.ids */
};
typedef struct RelistedName RelistedName;

/* A changed file. Its first `same` symbols kept their names and ids. */
typedef struct NamedChange {
    const CatalogFile *was, *now;
    uint32_t same;
    uint32_t from, end; /* former ids of its other symbols */
} NamedChange;

/* Lists the names of a changed file again. The lists must exist (catalog_warm). */
void catalog_relist(Catalog *catalog, Arena scratch, const NamedChange *change);
/* Drops the replacement lists, before all are made again. */
void catalog_forget_relisted(Catalog *catalog);
