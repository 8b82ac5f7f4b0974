/* Symbols replaced by their new source: `path::Name`. */
#pragma once

#include "edit/hunk_match.h"
#include "edit/splice.h"

/* Appends the splice that replaces the symbol of a PART_SYMBOL. False: the part was refused. */
bool symbol_source_replace(Arena *arena, EditSet *set, MatchFile *file, const PatchPart *part,
                           SpliceVec *splices) MUST_USE;
