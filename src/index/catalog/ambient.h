/* TypeScript: what hand-written declarations of a package (`types/index.d.ts`) announce and what
   its own sources have under the same name, wherever in the package they are. Told by names, kinds
   and places alone. What a name of several sources stands for is not known, nor is what a file
   without exports or a block `declare module "x"` announces. */
#pragma once

#include "index/catalog/catalog.h"

/* JavaScript or TypeScript. */
bool ambient_is_script(const Language *language);
/* Whether the path is that of a file of declarations: `.d.ts`, `.d.mts`, `.d.cts`. */
bool ambient_is_file(Str path);
/* Whether its declarations may announce what other files of the package have; of a file with its
   entries (catalog_row). */
bool ambient_is_module(const CatalogFile *file);
/* The symbol that a declaration at the top of such a file announces, SYMBOL_NOWHERE when there is
   none or more than one. Needs the catalog's symbols. */
uint32_t ambient_top(const Catalog *catalog, uint32_t symbol);
/* What stands in the symbol, or is added to it in its file, under the name; or SYMBOL_NOWHERE. */
uint32_t ambient_member(const Catalog *catalog, uint32_t body, uint32_t name);
/* The same for a declaration at the top or in another. */
uint32_t ambient_body(const Catalog *catalog, uint32_t symbol);
