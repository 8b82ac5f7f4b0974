/* TypeScript's declaration merging: declarations of one name in one scope of a file that form one
   symbol. Examples are an interface and a constant, or a function and a namespace. One of them
   leads: edges end there, and a question about any of them means it. */
#pragma once

#include "index/catalog/catalog.h"

/* Maximum number of declarations of one name that are considered. */
#define MERGED_MAX 16

/* Whether the language is TypeScript or TSX. */
bool merged_is_language(const Language *language);
/* The leading one among declarations of one name in one scope, given in the order of their file. */
uint32_t merged_choose(const Catalog *catalog, const uint32_t *symbols, size_t count);
/* Whether `part` merges with `lead`, both of one name in one scope, and `lead` leads. */
bool merged_leads(const Catalog *catalog, uint32_t lead, uint32_t part);
/* The declaration that leads the symbol, or the symbol itself if it is not merged. */
uint32_t merged_lead(const Catalog *catalog, uint32_t symbol);
/* Whether kinds can merge such that the first leads. */
bool merged_kinds(SymbolKind lead, SymbolKind part);
/* The lines of `lead` with all its parts if nothing else is declared between them, else the lines
   of `lead` alone. */
void merged_range(const Catalog *catalog, uint32_t lead, uint32_t *first, uint32_t *last);
/* Appends the other parts of the declaration that `lead` leads, in the order of the file. */
void merged_parts(const Catalog *catalog, Arena *arena, uint32_t lead, IdVec *parts);
/* The part that contains the line; `lead` itself if no part does, or if the line is 0. */
uint32_t merged_part_at(const Catalog *catalog, uint32_t lead, uint32_t line);
