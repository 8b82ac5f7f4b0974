/* Member lookup: the symbols of a name in a scope. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Adds the members that the scope itself declares, in all of its parts. A class of Kotlin has the
   members of its companion object, too. */
void lookup_members(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind, Finds *finds);
/* Adds the members of the type or, if it has no such member, of its nearest bases that do. True if
   a base is not of the repository, so that an empty result proves nothing. */
bool lookup_inherited(Resolver *resolver, uint32_t type, uint32_t name, FindKind kind,
                      Finds *finds);
/* Scala: the companion object of a type, or SYMBOL_NOWHERE. */
uint32_t lookup_companion(const Resolver *resolver, uint32_t symbol);
/* The part of a sorted span of symbols that is declared in the file. */
IdSpan lookup_span_in_file(const Catalog *catalog, IdSpan span, uint32_t file);
/* Kotlin: adds members of the type's companion object. */
void lookup_in_companion(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                         Finds *finds);
