#include "lang/fallback.h"

void fallback_patterns(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                       Outline *outline)
{
    (void)arena, (void)scratch, (void)text, (void)options, (void)outline;
}
