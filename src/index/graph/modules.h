/* Modules: the parts of a repository as people name them. A file's module is its directory, with
   dots for slashes and without conventional roots (src, lib, app, pages, packages):
   `src/api/users.ts` is in `api`, `packages/core/utils/x.ts` in `core.utils`. Files at the top are
   in `root`. Leading components that all names share are dropped. A name is not shortened if two
   directories would then share it. */
#pragma once

#include "base/varint.h"
#include "index/catalog/catalog.h"

typedef struct Module {
    Str name;
    Str directory;           /* relative to the root; empty for `root` */
    uint32_t files, indexed; /* number of files, and of those with symbols */
    uint64_t lines, bytes;
    uint32_t symbols;
    uint32_t low, medium, high; /* number of functions by risk level */
} Module;
typedef VEC(Module) ModuleVec;

typedef struct Modules {
    ModuleVec list;                /* ordered by name */
    uint32_t *of_file;             /* index in the list, by file id */
    const struct ModuleUses *uses; /* made by module_uses_warm; or NULL */
    uint32_t *unfolded;            /* of_file before modules_fold; or NULL */
} Modules;

/* The modules of the catalog, as a copy that may be folded. */
Modules modules_of(Arena *arena, const Catalog *catalog);
/* The same, read-only, from modules_warm if it was called. */
const Modules *modules_shared(Arena *arena, const Catalog *catalog);
/* The same, for reading only the names and of_file, which stay valid until a file comes or goes. */
const Modules *modules_layout(Arena *arena, const Catalog *catalog);
/* Computes the modules once for many questions, until the catalog changes. They are in the arena.
 */
void modules_warm(Arena *arena, Catalog *catalog);
/* Index of a module by its name or directory; SIZE_MAX if no module matches. */
size_t modules_find(const Modules *modules, Str name);

/* Assigns all files in and below a directory to a new module, `directory/` and two stars, at the
   end of the list. Returns its index, or SIZE_MAX if the directory has no files. Allowed once for
   a list of modules. */
size_t modules_fold(Arena *arena, const Catalog *catalog, Modules *modules, Str directory);

/* A dependency between two modules: imports and references from one into the other. */
typedef struct ModuleEdge {
    uint32_t from, to;
    uint32_t imports, calls; /* number of imports; number of symbol references */
} ModuleEdge;
typedef VEC(ModuleEdge) ModuleEdgeVec;
/* The dependencies, heaviest first. References from tests count if `tests` is set. If `uses` is
   not NULL, uses[dense id] is increased by the number of references from other files. */
ModuleEdgeVec modules_edges(Arena *arena, const Catalog *catalog, const Modules *modules,
                            bool tests, uint32_t *uses);
void modules_sort_edges(ModuleEdgeVec *edges);
/* The dependencies, including those from tests. The modules may be folded. Computed once and stored
   (derived.h). */
ModuleEdgeVec modules_references(Arena *arena, const Catalog *catalog, const Modules *modules);

/* Encodes dependencies. */
void modules_pack_edges(Buf *out, const ModuleEdgeVec *edges);
/* Decodes dependencies. False if the bytes are invalid or a module's index is not below `modules`.
 */
bool modules_unpack_edges(Arena *arena, VarintReader *in, size_t modules,
                          ModuleEdgeVec *edges) MUST_USE;
