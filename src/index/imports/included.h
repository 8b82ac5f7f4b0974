/* Files other than headers that files of C and its kin include: tables (`commands.def`), parts of
   functions (`ops.inc`), text under any name (`cases.txt`). The compiler reads them as C within the
   file that includes them. */
#pragma once

#include "index/imports/imports_paths.h"

typedef struct Inclusion {
    uint32_t includer, file;
    bool is_near; /* the path is as written from the includer's folder, not found by its end */
} Inclusion;
typedef VEC(Inclusion) InclusionVec;

/* Lists all inclusions of such files, by includer. The shapes of the catalog must be loaded. */
void included_list(Arena *arena, Arena scratch, const Catalog *catalog, InclusionVec *list);
