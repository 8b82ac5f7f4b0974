/* Whom a break concerns, apart from those whose arguments or names no longer fit. */
#pragma once

#include "change/uses.h"

/* Adds a text to changed->breaking, up to CHANGE_WHAT_MAX, with the users that it concerns. */
void affected_say(Arena *arena, ChangedSymbol *changed, unsigned affects, Str text);
/* Adds a text to changed->doubts, likewise. */
void affected_doubt(Arena *arena, ChangedSymbol *changed, unsigned affects, Str text);
/* Whom all breaks and doubts of a symbol concern: ChangeAffects bits. */
unsigned affected_all(const ChangedSymbol *changed);
/* Why a use that still means the changed symbol may break; empty: it does not. `members` are those
   that an heir has. */
Str affected_use(const ChangeSet *set, const OldUse *use, const StrVec *members);
/* Why it is not proved that a use goes on fitting; empty: it is, or something breaks it. */
Str affected_doubts_use(const ChangeSet *set, const OldUse *use);
/* Whether a break is about a type that the language does not check when the code runs. */
bool affected_is_hint(const Language *language, Str breaking);
/* Whether each break of a symbol was looked for in its users: none of them is unknown. */
bool affected_is_checked(const ChangedSymbol *changed);
/* Whether the type around a removed symbol is gone, too, whose uses are reported. */
bool affected_is_gone_with_owner(const ChangeSet *set, const ChangedSymbol *changed);
/* Whether a break is that heirs must have a member. */
bool affected_asks(const ChangedSymbol *changed, Str breaking);
