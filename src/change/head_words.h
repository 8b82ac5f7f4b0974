/* The words of a head beside its parameters and its result: modifiers, decorators, bounds, clauses,
   accessors. A language's rows say whom each of them breaks (LangHeads); what no row says is not
   proved. */
#pragma once

#include "change/change.h"

/* Adds to changed->breaking what is known to break somebody, and to changed->doubts what is not
   proved to break nobody. */
void head_words_compare(Arena *arena, const ChangeSet *set, ChangedSymbol *changed);
/* The names of the type parameters that a head lists. */
StrVec head_words_parameters(Arena *arena, const ChangeSide *side, uint32_t index);
/* Whether the language's rows judge a word before a name, so that nothing else has to. */
bool head_words_judge(const Language *language, Str word);
