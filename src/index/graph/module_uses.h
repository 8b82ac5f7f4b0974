/* Uses between modules: how often the modules of a repository reference one another, and the
   symbols that other files reference most. Tests are left out. One pass over all edges. */
#pragma once

#include "index/graph/modules.h"

/* Number of most used types, and of functions. */
#define HOT_MAX 8

/* A symbol that other files use often. Its description is stored with it, because looking it up
   would fetch its segment. */
typedef struct HotSymbol {
    uint32_t symbol, uses;
    uint32_t start_line, end_line;
    SymbolKind kind;
    Str name; /* qualified name */
} HotSymbol;
typedef VEC(HotSymbol) HotSymbolVec;

typedef struct ModuleUses {
    ModuleEdgeVec edges; /* by indices into the list of modules */
    /* From the repository's own source files (see classify_is_foreign), most used first, at most
       HOT_MAX. Macros of one line are left out. */
    HotSymbolVec types, functions;
} ModuleUses;

/* The uses between modules from modules_of or modules_shared, which must not be folded. Reuses the
   result of module_uses_warm or a stored one (derived.h). */
const ModuleUses *module_uses(Arena *arena, const Catalog *catalog, const Modules *modules);
/* Computes them once for many questions. modules_warm must have been called with the same arena. */
void module_uses_warm(Arena *arena, Catalog *catalog);
