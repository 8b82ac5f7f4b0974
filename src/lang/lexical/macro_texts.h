/* Macros of the C preprocessor that may make text of their arguments, in which blanks count. */
#pragma once

#include "base/arena.h"
#include "base/str.h"

typedef struct MacroTexts MacroTexts;

MacroTexts *macro_texts_open(Arena *arena, Str text);
/* Whether a word is written as names of macros are: in capitals. */
bool macro_is_name(Str word);
/* Whether it may make text of an argument; one that the file does not define may. */
bool macro_keeps_blanks(MacroTexts *macros, Str name);
