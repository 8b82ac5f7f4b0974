/* Partial types: declarations that together make one type. C# marks them `partial`; TypeScript
   merges interfaces, classes and namespaces of one name; in Rust, each build takes one. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* The part that represents the whole type; a symbol without parts represents itself. */
uint32_t partial_lead(const Resolver *resolver, uint32_t symbol);
/* The part after this one, beginning with the lead; SYMBOL_NOWHERE at the end. */
uint32_t partial_next(const Resolver *resolver, uint32_t part);
/* Makes a new member a part of a type with the same home and name, if their kinds allow it. */
void partial_join(Resolver *resolver, const Member *member);
/* The same for a file's partial types within partial types. `heads`: the first part of each type so
   far, by home and name. */
void partial_join_nested(Resolver *resolver, IdMap *heads, Arena *arena, uint32_t id);
/* The symbol that edges lead to: of merged declarations, the one that leads. */
uint32_t partial_target(const Resolver *resolver, uint32_t symbol);
/* Replaces each candidate by the part that represents it, without duplicates. */
void partial_merge(const Resolver *resolver, Finds *finds);
