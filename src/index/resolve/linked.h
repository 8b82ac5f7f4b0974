/* Names that a linker resolves: C, C++ and their kin. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Whether the file is one that sources include in their code, `commands.def`: others declare what
   it names. */
bool linked_is_fragment(Resolver *resolver, uint32_t file);
/* Sets *finds to what the name may mean in a file. Symbols of the file itself count alone when one
   of them is a definition or a macro. Otherwise these are definitions anywhere, and what included
   headers declare. A fragment may name any definition. */
void linked_find(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind, Finds *finds);
/* From now on, answers of linked_find about this file are cached. */
void linked_begin_file(Resolver *resolver, uint32_t file);
