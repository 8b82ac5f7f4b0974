/* C and C++: what the use of a macro stands for. Only resolve*.c include this. */
#pragma once

#include "index/resolve/resolve_scope.h"

/* What the use of one macro expands to: the bodies of it and of those that these name, each once.
 */
typedef struct Expansion {
    const Reference *use;
    uint32_t macro; /* whose body is visited, or SYMBOL_NOWHERE: the use itself */
    uint32_t macros[RESOLVE_MACROS_MAX];
    uint32_t len, done;
} Expansion;

/* Those of the targets that are macros and are not known yet are expanded too. */
void expansion_note(Expansion *expansion, const Resolver *resolver, const Targets *targets);
/* Calls back for all that the bodies name, as if it stood where the macro is used. `alone`: the
   body names nothing else. */
typedef void (*ExpansionVisit)(Scope *scope, Expansion *expansion, Reference *part, bool alone);
void expansion_visit(Scope *scope, Expansion *expansion, ExpansionVisit visit);
/* `#define deflate z_deflate`, where nothing is called so: a name for the linker, which functions
   are declared and defined with too. */
bool expansion_renames(Resolver *resolver, uint32_t macro);
