/* Characters that are not seen, or make a line show something else than it says. */
#pragma once

#include "base/str.h"

typedef struct HiddenRange {
    uint32_t first, last;
    bool turns;  /* the reading direction */
    bool common; /* in texts that people write, which are no code */
    const char *name;
} HiddenRange;

/* What it is, or NULL for a character that is seen. Tabs, ends of lines and NUL are no part of it.
 */
const HiddenRange *hidden_find(uint32_t c);
/* Joiners between letters of scripts that need them, and in pictures: they stand behind `before`
   and in front of `rest`. */
bool hidden_belongs(const HiddenRange *range, uint32_t before, Str rest);
