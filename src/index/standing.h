/* What the whole graph says about each symbol: fan-in, PageRank, effects, risk (Standing).
   A function of entries and edges alone: all sums are of whole numbers, so that the order of files
   does not matter and an updated index equals a rebuilt one. */
#pragma once

#include "index/catalog.h"

typedef struct Standings Standings;

/* The catalog must be numbered and must not change but for links until standing_close. */
Standings *standing_open(Catalog *catalog);
void standing_close(Standings **sums); /* works as SCOPED(standing_close) */
/* Takes the edges that start in a file; all files in order of their ids. They are not needed
   afterwards. */
void standing_add(Standings *sums, uint32_t file);
/* Sets the standings of every file. */
void standing_finish(Standings *sums);
