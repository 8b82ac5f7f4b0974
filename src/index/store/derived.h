/* Derived results: computed from a whole catalog and stored in the index for other processes. A
   result is valid only for the generation of the catalog from which it was made. Only lazy
   catalogs (catalog_lazy.h) read and store them. */
#pragma once

#include "index/catalog/catalog.h"

/* Must change whenever one of these is computed differently from the same catalog. */
#define DERIVED_VERSION 3

typedef enum DerivedKind {
    DERIVED_USES,       /* module_uses */
    DERIVED_REFERENCES, /* modules_references */
    DERIVED_MAINS,      /* entry points of programs */
    DERIVED_LEVELS,     /* risk_levels */
    DERIVED_COUNT
} DerivedKind;

/* The stored result; empty if the catalog's generation has none. Valid as long as the catalog's
   arena. */
Str derived_get(const Catalog *catalog, DerivedKind kind);
/* Remembers a result for derived_save. The bytes are copied. */
void derived_put(const Catalog *catalog, DerivedKind kind, Str bytes);
/* Stores the remembered results; call after catalog_let_go. Does nothing if another process is
   writing. */
void derived_save(const Catalog *catalog, Arena scratch);
