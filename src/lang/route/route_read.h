/* Reads the routes and requests of a file by the rows of its language (route_rows.h). Calls and
   marks are found among tokens, not in the syntax tree, so one reader serves all languages. */
#pragma once

#include "lang/registry.h"

/* Fills in outline->routes from the text; the outline has its symbols. */
void route_read(Arena *arena, Arena scratch, Str text, Outline *outline);
