/* The value of a constant, which others read. */
#pragma once

#include "change/change.h"

/* Sets changed->value if the symbol is a constant of both states whose short value differs. */
void values_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
