/* Names that a file gives to others by statements of their own, apart from the declarations:
   `module.exports = { a }`, `export { a as b }`, `pub use`, `__all__`, an export list. */
#pragma once

#include "change/change.h"

/* Fills in side->offers: the names, and the symbols that such statements name. `tokens` are the
   side's. */
void offers_read(Arena *arena, ChangeSide *side, const TokenVec *tokens);
/* Whether a symbol is such a statement, which breaks users only by the names that it no longer
   gives. */
bool offers_is_statement(const Symbol *symbol);
/* Fills in exports_removed of the file at the index: names that the old state gives and the new one
   does not, where no reported symbol says so. */
void offers_compare(Arena *arena, ChangeSet *set, uint32_t index);
