/* Types declared in several places that are one type to their users:
   - `partial` parts (C#),
   - reopened classes (Ruby, Perl),
   - functions declared once per condition (Python),
   - blocks that add to a type (Swift extensions, Rust impl).

   Edges end in one of the parts, the lead: the type itself, else the first part by path. */
#pragma once

#include "index/catalog/catalog.h"

/* Parts of one type that are examined. */
#define PARTS_MAX 256

/* The lead. The symbol itself if it has no parts, or if the catalog has no links. */
uint32_t parts_lead(const Catalog *catalog, uint32_t symbol);
/* Appends the other parts of the symbol's type, at most PARTS_MAX. */
void parts_find(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *parts);
/* Like catalog_edges_of, for the symbol and then for its other parts. Needs the links. */
void parts_edges_of(const Catalog *catalog, Arena *arena, uint32_t symbol, EdgeVec *edges);
