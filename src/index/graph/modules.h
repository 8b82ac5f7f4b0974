/* Modules: what people call the parts of a repository. A file's module is its directory, dotted,
   without conventional roots (src, lib, app, pages, packages): `src/api/users.ts` is in `api`,
   `packages/core/utils/x.ts` in `core.utils`; files at the top are in `root`. Leading components
   that all share are dropped. A shortening that would give two directories one name is not made. */
#pragma once

#include "base/varint.h"
#include "index/catalog/catalog.h"

typedef struct Module {
    Str name;
    Str directory;           /* relative to the root, empty for `root` */
    uint32_t files, indexed; /* all, and those with symbols */
    uint64_t lines, bytes;
    uint32_t symbols;
    uint32_t low, medium, high; /* functions by risk */
} Module;
typedef VEC(Module) ModuleVec;

typedef struct Modules {
    ModuleVec list;                /* in order of their names */
    uint32_t *of_file;             /* index into the list by file id */
    const struct ModuleUses *uses; /* made by module_uses_warm, or NULL */
    uint32_t *unfolded;            /* of_file before a fold, or NULL */
} Modules;

/* Of one's own, to be folded. */
Modules modules_of(Arena *arena, const Catalog *catalog);
/* To be read: those of modules_warm if there are any. */
const Modules *modules_shared(Arena *arena, const Catalog *catalog);
/* The same, of which only the list's names and of_file are to be read: they hold as long as no file
   comes or goes. */
const Modules *modules_layout(Arena *arena, const Catalog *catalog);
/* Makes them once for many questions, until the catalog changes. They live in `arena`. */
void modules_warm(Arena *arena, Catalog *catalog);
/* By name, or by its directory; SIZE_MAX when there is none. */
size_t modules_find(const Modules *modules, Str name);

/* All modules in and below the directory become one, called `directory/` and two stars, whose index
   this is, the last; SIZE_MAX when there is none. Once for a list of modules. */
size_t modules_fold(Arena *arena, const Catalog *catalog, Modules *modules, Str directory);

/* Weighted dependencies, most first: edges of symbols and imports from one module into another. */
typedef struct ModuleEdge {
    uint32_t from, to;
    uint32_t imports, calls; /* imports of files; references of symbols */
} ModuleEdge;
typedef VEC(ModuleEdge) ModuleEdgeVec;
/* What tests reference counts when `tests`. `uses` (by dense id, or NULL) gets how often other
   files than its own reference each symbol. */
ModuleEdgeVec modules_edges(Arena *arena, const Catalog *catalog, const Modules *modules,
                            bool tests, uint32_t *uses);
void modules_sort_edges(ModuleEdgeVec *edges);
/* Those with tests, of modules that may be folded, as they were worked out once (derived.h). */
ModuleEdgeVec modules_references(Arena *arena, const Catalog *catalog, const Modules *modules);

/* Edges as bytes, to be kept. */
void modules_pack_edges(Buf *out, const ModuleEdgeVec *edges);
/* False when they are not of so many modules. */
bool modules_unpack_edges(Arena *arena, VarintReader *in, size_t modules,
                          ModuleEdgeVec *edges) MUST_USE;
