/* Macros by patterns: each arm takes arguments of one form. */
#pragma once

#include "change/change.h"

/* Says which forms of arguments a macro no longer takes. */
void macro_arms_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
