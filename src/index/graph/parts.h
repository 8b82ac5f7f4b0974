/* The few parts that a repository has for a newcomer: its modules rolled up into the directories
   that hold the most source code, each with all that lies below it and is not a part itself. All
   tests are one part, and so are all examples, and all documentation. */
#pragma once

#include "index/catalog/classify.h"
#include "index/graph/modules.h"

typedef struct Part {
    /* Its name is the module's; of several modules the directory and two stars below it. */
    Module sum;
    FolderRole role;
    uint32_t modules; /* how many it stands for */
    uint64_t weight;  /* lines, in hundredths: of tests 3 count, of other text one; of
                         other people's code a tenth */
} Part;
typedef VEC(Part) PartVec;

typedef struct Parts {
    PartVec list; /* heaviest first; then by role; last what is in none of the others */
    uint32_t *of_module;
} Parts;

/* At most `max` (and at least one); every module in one, when they are that few. */
Parts parts_of(Arena *arena, const Catalog *catalog, const Modules *modules, size_t max);

/* Between parts, heaviest first. */
ModuleEdgeVec parts_edges(Arena *arena, const Parts *parts, const ModuleEdgeVec *edges);
