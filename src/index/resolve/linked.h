/* Names that a linker resolves: C, C++ and their kin. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* Whether sources include the file in their code, such as `commands.def`: its names are declared by
   others. */
bool linked_is_fragment(Resolver *resolver, uint32_t file);
/* Sets *finds to what the name may mean in a file. Symbols of the file itself count alone when one
   of them is a definition or a macro. Otherwise *finds gets definitions anywhere, and declarations
   in included headers. A fragment may name any definition. */
void linked_find(Resolver *resolver, uint32_t file, uint32_t name, FindKind kind, Finds *finds);
/* From now on, answers of linked_find about this file are cached. */
void linked_begin_file(Resolver *resolver, uint32_t file);
