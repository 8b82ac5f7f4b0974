/* TypeScript: declarations of one name in one scope of a file that are one thing to whoever names
   it: an interface or type and a constant, a class, function or enum and a namespace. One of them
   leads: edges go to it, and who asks for any of them means it. */
#pragma once

#include "index/catalog/catalog.h"

/* Declarations of one name that are looked at. */
#define MERGED_MAX 16

bool merged_is_language(const Language *language);
/* Of declarations of one name in one scope, in the order of their file: the one that leads. */
uint32_t merged_choose(const Catalog *catalog, const uint32_t *symbols, size_t count);
/* Whether two declarations of one name in one scope are one, the first of which leads. */
bool merged_leads(const Catalog *catalog, uint32_t lead, uint32_t part);
/* The one that leads where the symbol is a part of it, else the symbol itself. */
uint32_t merged_lead(const Catalog *catalog, uint32_t symbol);
bool merged_kinds(SymbolKind lead, SymbolKind part);
/* The lines of what the symbol leads: of all parts where nothing but them is between, else of the
   symbol alone. */
void merged_range(const Catalog *catalog, uint32_t lead, uint32_t *first, uint32_t *last);
/* The other parts of what the symbol leads, in the order of the file. */
void merged_parts(const Catalog *catalog, Arena *arena, uint32_t lead, IdVec *parts);
/* The part that the line is in; the lead itself where none is, or the line is 0. */
uint32_t merged_part_at(const Catalog *catalog, uint32_t lead, uint32_t line);
