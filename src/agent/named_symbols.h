/* Declarations that a task names by identifiers. */
#pragma once

#include "agent/named_files.h"

/* The declarations of the words of a text that are surely identifiers: in backticks, before a
   bracket, or with an inner capital or underscore. A word of more than a few declarations is too
   vague. A long declaration is given by its head. False without an index. */
bool named_symbols_find(Arena *arena, const ToolContext *context, Str text,
                        NamedFileVec *found) MUST_USE;
