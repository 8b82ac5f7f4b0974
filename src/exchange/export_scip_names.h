/* Symbols of a catalog as SCIP names them: `fovea . . . src/`app.c`/main().`, the path and then the
   scopes as descriptors. Declarations share the name of what they declare. */
#pragma once

#include "formats/scip.h"
#include "index/catalog/catalog.h"

typedef struct ScipNames {
    Catalog *catalog;
    uint32_t *meant;    /* by dense id: the symbol that has the name, or SYMBOL_NOWHERE: none has */
    uint32_t *ordinals; /* by dense id: which of those with equal descriptors it is */
} ScipNames;

/* Names all symbols of the files. Needs a complete catalog, and memory for two numbers a symbol. */
void scip_names_open(Arena *arena, Catalog *catalog, const CatalogPath *paths, size_t count,
                     ScipNames *names);
/* The symbol whose name stands for it: itself, or what it declares. SYMBOL_NOWHERE for files, for
   symbols without a name, and when a name or path is not UTF-8. */
static inline uint32_t scip_names_meant(const ScipNames *names, uint32_t symbol)
{
    return names->meant[symbol];
}
/* Writes the name of a symbol that has one. */
void scip_names_put(const ScipNames *names, Buf *out, uint32_t symbol);
/* Writes the name of something outside of the repository, and returns the last part of its name.
   Empty when the text is not `ext:package:name` or not UTF-8. */
Str scip_names_put_external(Buf *out, Str external, bool is_type) MUST_USE;
