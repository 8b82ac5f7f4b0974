#include "lang/fallback.h"

bool fallback_ctags(Arena *arena, Arena scratch, const Language *language, Str text,
                    const OutlineOptions *options, Outline *outline)
{
    (void)arena, (void)scratch, (void)language, (void)text, (void)options, (void)outline;
    return false;
}
