/* Macros of C and C++: a use of a macro resolves to the symbols that its body names. */
#pragma once

#include "index/resolve/targets.h"

/* The expansion of one use: the bodies of its macro and of the macros that these name, each once.
 */
typedef struct Expansion {
    const Reference *use;
    uint32_t macro; /* whose body is visited; SYMBOL_NOWHERE: the use itself */
    uint32_t macros[RESOLVE_MACROS_MAX];
    uint32_t len, done;
} Expansion;

/* Adds the targets that are macros to those that are to be expanded. */
void macros_note(Expansion *expansion, const Resolver *resolver, const Targets *targets);
/* Calls `visit` for each reference in the bodies, as if it were written at the use. `alone`: the
   body names nothing else. */
typedef void (*ExpansionVisit)(Scope *scope, Expansion *expansion, Reference *part, bool alone);
void macros_visit(Scope *scope, Expansion *expansion, ExpansionVisit visit);
/* Adds the edges of a name in a directive's condition, where only macros are meant, and their
   bodies are not. */
void macros_add_condition(Scope *scope, const Reference *reference);
/* Whether a use of a name in capitals means a type: no macro of that name is visible, and a type
   is. A reader that sees one file alone cannot tell. */
bool macros_use_is_type(const Scope *scope, const Reference *use);
/* Whether the macro renames functions for the linker: `#define deflate z_deflate`, where nothing is
   called z_deflate. */
bool macros_is_rename(Resolver *resolver, uint32_t macro);
