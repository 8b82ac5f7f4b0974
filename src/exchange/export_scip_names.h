/* SCIP names of a catalog's symbols: `fovea . . . src/`app.c`/main().`, the path and then the
   scopes as descriptors. A declaration shares the name of its definition. */
#pragma once

#include "formats/scip.h"
#include "index/catalog/catalog.h"

typedef struct ScipNames {
    Catalog *catalog;
    uint32_t *meant;    /* by dense id: the symbol with the name, or SYMBOL_NOWHERE */
    uint32_t *ordinals; /* by dense id: its number among those with equal descriptors */
} ScipNames;

/* Names all symbols of the files. Needs a complete catalog, and memory for two numbers a symbol. */
void scip_names_open(Arena *arena, Catalog *catalog, const CatalogPath *paths, size_t count,
                     ScipNames *names);
/* The symbol with the name of this one: itself, or its definition. SYMBOL_NOWHERE for files, for
   symbols without a name, and if a name or path is not UTF-8. */
static inline uint32_t scip_names_meant(const ScipNames *names, uint32_t symbol)
{
    return names->meant[symbol];
}
/* Writes the name of a symbol, which must have one. */
void scip_names_put(const ScipNames *names, Buf *out, uint32_t symbol);
/* Writes the name of an external symbol, and returns its last part. Empty if the text is not
   `ext:package:name` or not UTF-8. */
Str scip_names_put_external(Buf *out, Str external, bool is_type) MUST_USE;
