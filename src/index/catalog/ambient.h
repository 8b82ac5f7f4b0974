/* TypeScript's ambient declarations: which symbol of a package's sources a hand-written
   declaration (`types/index.d.ts`) declares. Decided by names, kinds and places alone; the source
   may be anywhere in the package. Not resolved: a name that several sources define, a file without
   exports, and a block `declare module "x"`. */
#pragma once

#include "index/catalog/catalog.h"

/* Whether the language is JavaScript or TypeScript. */
bool ambient_is_script(const Language *language);
/* The directory of the nearest package.json above the path, with a slash; empty for the root. */
Str ambient_package(const Catalog *catalog, Str path);
/* Whether the path names a declaration file: `.d.ts`, `.d.mts`, `.d.cts`. */
bool ambient_is_file(Str path);
/* Whether the file is a declaration file of this repository's own code that exports something. The
   file must have its entries (catalog_row). */
bool ambient_is_module(const CatalogFile *file);
/* The symbol that a top-level declaration of such a file declares. SYMBOL_NOWHERE unless exactly
   one source has it. The catalog must have its symbols. */
uint32_t ambient_top(const Catalog *catalog, uint32_t symbol);
/* The symbol of that name in `body`, or added to `body` elsewhere in its file (`owner`), or
   SYMBOL_NOWHERE. */
uint32_t ambient_member(const Catalog *catalog, uint32_t body, uint32_t name);
/* The symbol that any declaration of such a file declares, nested ones included, or
   SYMBOL_NOWHERE. */
uint32_t ambient_body(const Catalog *catalog, uint32_t symbol);
