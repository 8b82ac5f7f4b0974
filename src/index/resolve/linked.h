/* Names that a linker resolves: C, C++ and their kin. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Sets *finds to what the name may mean in a file. Symbols of the file itself count alone when one
   of them is a definition or a macro. Otherwise these are definitions anywhere, and what included
   headers declare. */
void linked_find(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind, Finds *finds);
/* From now on, answers of linked_find about this file are cached. */
void linked_begin_file(Resolver *resolver, uint32_t file);
