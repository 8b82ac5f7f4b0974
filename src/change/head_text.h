/* Parts of a declaration's head as they are written. */
#pragma once

#include "change/side.h"

/* The type of a result, where the head writes it: after the parameters, after `->` or `:`, or
   before the name. Empty: none is written. */
Str head_text_result(const ChangeSide *side, const Symbol *symbol);
/* Whether a word is before the name. */
bool head_text_leads(const ChangeSide *side, const Symbol *symbol, const char *word);
/* Whether a text has a word that is not part of a longer one. */
bool head_text_has_word(Str text, Str word);
