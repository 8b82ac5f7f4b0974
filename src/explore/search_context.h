/* The surroundings of places found by search. */
#pragma once

#include "explore/search_places.h"

/* The files that import the files of the places or are imported by them, without duplicates. Those
   of the best places come first. At most SEARCH_FILES_MAX. */
SearchFileVec search_dependencies(Arena *arena, const Catalog *catalog, const SearchFound *found);

/* Sets "context" in a place's value: at most `count` declarations before and after it in its file,
   with name, kind and lines. Sets nothing without neighbours. */
void search_set_neighbours(Arena *arena, const Catalog *catalog, const SearchPlace *place,
                           uint32_t count, Json *value);
