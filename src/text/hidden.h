/* Invisible characters, and bidirectional controls, which make a line look different from its
   content. */
#pragma once

#include "base/str.h"

typedef struct HiddenRange {
    uint32_t first, last;
    bool turns;  /* changes the reading direction */
    bool common; /* usual in prose, though not in code */
    const char *name;
} HiddenRange;

/* The range of a character, or NULL if it is visible. Tabs, line ends and NUL do not count as
   hidden. */
const HiddenRange *hidden_find(uint32_t c);
/* Whether a joiner is legitimate between the character `before` and the text `rest`: between
   non-ASCII characters, as some scripts and emoji need it. */
bool hidden_belongs(const HiddenRange *range, uint32_t before, Str rest);
