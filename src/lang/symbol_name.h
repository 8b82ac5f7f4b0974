/* Symbols named by people and models: in any notation of scopes, in full or by the end of the name.
 */
#pragma once

#include "lang/outline.h"

/* How well a name fits a symbol, ascending. */
typedef enum SymbolNameFit {
    SYMBOL_NAME_DIFFERS,
    SYMBOL_NAME_NO_CASE, /* except for letter case */
    SYMBOL_NAME_END,     /* it is the end of the qualified name */
    SYMBOL_NAME_EXACT,
} SymbolNameFit;

/* The name with the scope separators of all languages replaced by one byte, so that `Ns::f`, `Ns.f`
   and `Ns#f` are equal. */
Str symbol_name_plain(Arena *arena, Str name);
/* Whether a plain name is the end of another, from a separator on. */
bool symbol_name_ends_with(Str qualified, Str name);
/* `plain` is symbol_name_plain(wanted); `wanted` is not empty. */
SymbolNameFit symbol_name_match(Arena scratch, const Outline *outline, size_t index, Str wanted,
                                Str plain);
