/* The name table on disk: blocks of NUL-terminated names in the order of their ids. Next to each
   block is stored how many names it has, and an n-gram filter (ngrams.h) of them. */
#pragma once

#include "index/catalog/catalog_segment.h"

/* Appends the new names as further blocks. Rewrites all if there are too many small blocks, or if
   earlier ones were written with quick compression or diverged. */
bool catalog_save_names(const SegmentWriter *writer, Arena scratch, Err *err) MUST_USE;
/* Loads all names. Sets catalog->damaged if they are inconsistent; false only if the store cannot
   be read. */
bool catalog_load_names(Catalog *catalog, Err *err) MUST_USE;
/* Loads only the list of blocks; names are fetched block by block (names_lazy.h). */
bool catalog_list_names(Catalog *catalog, Arena scratch, Err *err) MUST_USE;
