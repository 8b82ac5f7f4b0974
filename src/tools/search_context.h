/* What stands beside the places that search has found. */
#pragma once

#include "tools/search_places.h"

/* Files that those of the places import, and that import them, each once; those of the best places
   first. At most SEARCH_FILES_MAX. */
SearchFileVec search_dependencies(Arena *arena, const Catalog *catalog, const SearchFound *found);

/* Sets "context" of what is said of a place: the declarations before and after it in its file, at
   most so many on each side, with name, kind and lines. Nothing where it stands alone. */
void search_set_neighbours(Arena *arena, const Catalog *catalog, const SearchPlace *place,
                           uint32_t count, Json *value);
