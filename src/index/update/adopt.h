/* Files that C includes under any name (`ops.txt`, `cases.list`, `table`) are C, whatever their
   names say. That is known only once their includers are taken in, so such files are taken in
   again. */
#pragma once

#include "index/update/intake.h"

/* How many of them may include each other in a row. */
#define ADOPT_ROUNDS_MAX 8

/* Finds the files whose includers give them another language than before, sets `included` in their
   rows and appends them to `files`. Call it after an intake, repeatedly until it finds none:
   adopted files may include others. */
void adopt_find(Arena *arena, Arena scratch, Catalog *catalog, IntakeFileVec *files);
