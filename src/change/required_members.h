/* What a type asks of others by its members: their order, where code relies on it (literals without
   names, numbers of values, stored data), and members that others must have or give. */
#pragma once

#include "change/pair.h"
#include "change/parameters.h"

/* Compares the members of both states of a type. Adds to changed->breaking, changed->what and
   changed->parts. */
void required_members_compare(Arena *arena, const ChangeSet *set, const Pairing *pairing,
                              ChangedSymbol *changed);
/* Whether a member of the file's text leaves its body to others: it has none, or accessors without
   one. */
bool required_members_is_without_body(Str file, const Symbol *member);
/* Whether a type that had no constructor has only such now that want arguments; *list has the
   parameters of the first of them. */
bool required_members_ask_makers(Arena *arena, const ChangeSet *set, const ChangedSymbol *changed,
                                 ParameterVec *list);
/* Whether values of both states of a type are made alike: a constructor asked for what the new
   fields ask for, in their order. */
bool required_members_are_made_alike(Arena *arena, const ChangeSet *set,
                                     const ChangedSymbol *changed);
/* Whether a break concerns only users that rely on every member: literals without names, a match
   of all variants. */
bool required_members_break_is_soft(Str breaking);
