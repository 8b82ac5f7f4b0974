/* Visibility: the meaning of a bare name at a place. */
#pragma once

#include "index/resolve/finds.h"
#include "index/resolve/resolver.h"

/* What a name means: symbols, or a value when it leads to a module or out of the repository. */
typedef struct Meaning {
    Finds finds;
    Value value;
    bool is_imported;
    bool has_alternatives; /* the run decides which of the finds the name means */
    bool is_doubtful;      /* something that is not known may have the name and would come first */
} Meaning;

/* Sets *meaning: scopes from the inside out, then the file, its imports, its package, and imports
   of everything. */
void visible_find(Resolver *resolver, uint32_t at, uint32_t name, FindKind kind, Meaning *meaning);
/* Rust: what the imports of a module with a body mean by the name. */
void visible_find_imported(Resolver *resolver, uint32_t module, uint32_t name, FindKind kind,
                           Meaning *meaning);
/* C++: adds what `using` in a namespace or class makes a member of it. */
void visible_find_used(Resolver *resolver, uint32_t home, uint32_t name, FindKind kind,
                       Finds *finds);
