/* Names of types: an alias, a typedef. */
#pragma once

#include "change/change.h"

/* Adds a doubt for an alias that stands for another type now, where nothing else is said of it. */
void type_alias_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
