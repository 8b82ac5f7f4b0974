/* What the whole graph says about each symbol: fan-in, PageRank, effects, risk (Standing).
   A function of entries and edges alone: all sums are of whole numbers, so that the order of files
   does not matter and an updated index equals a rebuilt one. */
#pragma once

#include "index/catalog.h"

/* Sets the standings of every file. */
void standing_update(Catalog *catalog, Arena scratch);
