/* The names of a catalog on disk: blocks of texts in the order of their ids, and for each block how
   many there are and which hashes of names may be in it. */
#pragma once

#include "index/catalog/catalog_segment.h"

/* New names follow those that are there, until these are many small blocks or were written in
   haste. */
bool catalog_save_names(const SegmentWriter *writer, Arena scratch, Err *err) MUST_USE;
/* All of them; sets catalog->damaged when what is there makes no sense. */
bool catalog_load_names(Catalog *catalog, Err *err) MUST_USE;
/* What is needed to fetch them block by block (names_lazy.h). */
bool catalog_list_names(Catalog *catalog, Arena scratch, Err *err) MUST_USE;
