/* Letters of other scripts that look like Latin ones (Unicode TS 39), in words of code. */
#pragma once

#include "base/str.h"

/* Whether the word has Latin letters and foreign look-alikes, and no other foreign letters. */
bool confusable_mixes(Str word);
/* The word with Latin letters in place of look-alikes. Empty: it has no look-alike, or other
   foreign letters. */
Str confusable_plain(Arena *arena, Str word);
/* Takes the next word off the front of a text: letters, digits, `_` and non-ASCII characters. */
bool confusable_next_word(Str *text, Str *word);
