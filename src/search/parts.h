/* Types that are declared in several places and are one to whoever names them: parts that say
   `partial` (C#), classes that files open again (Ruby, Perl), functions of which a condition
   chooses one (Python), blocks that add to a type (Swift's extensions, Rust's impl). Edges end in
   one of them, the lead: the type itself, else the first by path. */
#pragma once

#include "index/catalog/catalog.h"

/* Parts of one type that are looked at. */
#define PARTS_MAX 256

/* The one that stands for all; the symbol itself where it has no parts, or where the catalog has no
   links. */
uint32_t parts_lead(const Catalog *catalog, uint32_t symbol);
/* Appends the other parts of what the symbol is a part of, at most PARTS_MAX. */
void parts_find(const Catalog *catalog, Arena *arena, uint32_t symbol, IdVec *parts);
/* As catalog_edges_of, of the symbol and then of its other parts. Needs the links. */
void parts_edges_of(const Catalog *catalog, Arena *arena, uint32_t symbol, EdgeVec *edges);
