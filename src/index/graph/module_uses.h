/* What the modules of a repository reference of one another, and which symbols other files
   reference most; tests left out. A pass over all edges. */
#pragma once

#include "index/graph/modules.h"

#define HOT_MAX 8

/* A symbol, how often other files than its own reference it, and what is told of it: kept with it,
   since it stands in segments here and there. */
typedef struct HotSymbol {
    uint32_t symbol, uses;
    uint32_t start_line, end_line;
    SymbolKind kind;
    Str name; /* qualified */
} HotSymbol;
typedef VEC(HotSymbol) HotSymbolVec;

typedef struct ModuleUses {
    ModuleEdgeVec edges; /* by indices into the list of modules */
    /* Of source files of one's own (classify_is_foreign), most used first, at most HOT_MAX; macros
       of one line are no functions. */
    HotSymbolVec types, functions;
} ModuleUses;

/* Of modules_of or modules_shared, not folded. What module_uses_warm has made is taken from there.
 */
const ModuleUses *module_uses(Arena *arena, const Catalog *catalog, const Modules *modules);
/* Makes them once for many questions, after modules_warm and in the same arena. */
void module_uses_warm(Arena *arena, Catalog *catalog);
