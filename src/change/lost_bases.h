/* Bases that a type lost: what it inherited from them is gone for its users. */
#pragma once

#include "change/change.h"

/* Adds a doubt for a base, mixin or interface that the type no longer has, where nothing else is
   said of its head. */
void lost_bases_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
