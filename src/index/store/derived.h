/* What was worked out once from the whole of a catalog, kept beside it in the store for the next
   process that asks: good as long as the catalog's generation is the one that it was made of. Only
   a lazy catalog (catalog_lazy.h) keeps such things; of any other nothing is known. */
#pragma once

#include "index/catalog/catalog.h"

/* Changes whenever one of these is made otherwise, of the same catalog. */
#define DERIVED_VERSION 3

typedef enum DerivedKind {
    DERIVED_USES,       /* module_uses */
    DERIVED_REFERENCES, /* modules_references */
    DERIVED_MAINS,      /* where programs start (tools/overview_entry.c) */
    DERIVED_LEVELS,     /* risk_levels */
    DERIVED_COUNT
} DerivedKind;

/* What was kept; empty when there is nothing that is still good. */
Str derived_get(const Catalog *catalog, DerivedKind kind);
/* To be kept, with the next derived_save. */
void derived_put(const Catalog *catalog, DerivedKind kind, Str bytes);
/* After catalog_let_go. Gives up when another process is writing. */
void derived_save(const Catalog *catalog, Arena scratch);
