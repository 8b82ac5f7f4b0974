/* What makes an outline when neither a grammar nor a scanner can. */
#pragma once

#include "lang/recover.h"
#include "lang/registry.h"

/* universal-ctags, when installed and when it knows the language; false when it gave nothing. */
bool fallback_ctags(Arena *arena, Arena scratch, const Language *language, Str text,
                    const OutlineOptions *options, Outline *outline);
/* The second half of it: from what ctags printed, which may be anything. */
bool fallback_ctags_read(Arena *arena, Arena scratch, Str text, Str output,
                         const OutlineOptions *options, Outline *outline);
/* Line patterns; always gives something, possibly an empty outline. */
void fallback_patterns(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                       Outline *outline);
/* Of the patterns only declaring words, and only where a name begins in a lost span. */
void fallback_keywords(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                       const LostSpanVec *lost, Outline *outline);
