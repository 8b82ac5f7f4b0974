/* Which file of a work tree a content is. */
#pragma once

#include "base/id_map.h"
#include "index/catalog/catalog.h"

/* Files by the key of their content's facts (facts_key). Of files with the same content it is the
   one that comes first: sources before others, then by path. */
IdMap catalog_contents(Arena *arena, const Catalog *catalog);
