/* Parts: an overview of a repository in few units. Modules are merged into the directories that
   hold the most source code; each part has everything below its directory that belongs to no other
   part. All tests form one part, as do all examples and all documentation. */
#pragma once

#include "index/catalog/classify.h"
#include "index/graph/modules.h"

typedef struct Part {
    /* The sum of its modules. For several modules the name is the directory and two stars; for one
       it is that module's name. */
    Module sum;
    FolderRole role;
    uint32_t modules; /* number of its modules */
    /* lines in hundredths: a source line counts 100, a test line 3, any other 1; third-party code
       counts a tenth */
    uint64_t weight;
} Part;
typedef VEC(Part) PartVec;

typedef struct Parts {
    PartVec list; /* by role, then heaviest first; modules that belong to no other part come last */
    /* index of the part, by module */
    uint32_t *of_module;
} Parts;

/* At most `max` parts, and at least one. With at most `max` modules, each is a part. */
Parts repository_parts_of(Arena *arena, const Catalog *catalog, const Modules *modules, size_t max);

/* The dependencies between parts, heaviest first, from those between modules. */
ModuleEdgeVec repository_parts_edges(Arena *arena, const Parts *parts, const ModuleEdgeVec *edges);
