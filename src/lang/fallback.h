/* Fallback outlines, for a text that neither a grammar nor a scanner of ours can read: by
   universal-ctags, or by line patterns. Results are in `arena`; `scratch` must be another arena.
   The outline must have its language and line count already. */
#pragma once

#include "lang/recover.h"
#include "lang/registry.h"

/* Runs universal-ctags. False if it is not installed, does not know the language, fails, exceeds
   its limits or finds no tags. */
bool fallback_ctags(Arena *arena, Arena scratch, const Language *language, Str text,
                    const OutlineOptions *options, Outline *outline);
/* Makes the outline from the output of ctags. `output` is not trusted: lines that are not tags are
   skipped. False if there are no tags. */
bool fallback_ctags_read(Arena *arena, Arena scratch, Str text, Str output,
                         const OutlineOptions *options, Outline *outline);
/* Line patterns. Never fails; the outline may be empty. */
void fallback_patterns(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                       Outline *outline);
/* Why a text that gave no symbol may have declarations: it has a declaring word before a name.
   Empty when it has none. */
Str fallback_missed(Arena *arena, Str text);
/* The same as fallback_patterns, but only by declaring words (`function`, `class`), and only for
   names that begin in one of the `lost` spans. */
void fallback_keywords(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                       const LostSpanVec *lost, Outline *outline);
