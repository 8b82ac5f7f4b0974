/* From contents to files of a work tree. */
#pragma once

#include "base/id_map.h"
#include "index/catalog/catalog.h"

/* Maps the key of a content's facts (facts_key) to a file id. If several files have that content,
   the first counts, ordered by class (sources first), then by path. */
IdMap catalog_contents(Arena *arena, const Catalog *catalog);
