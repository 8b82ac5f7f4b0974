/* Characters that the normal forms of Unicode (UAX 15) make equal to others in a name. Python takes
   full-width letters, ligatures and the letters of mathematics for plain ones; several languages
   take a letter with a mark for the two characters. */
#pragma once

#include "base/str.h"

/* Bytes of the longest text that one character becomes. */
#define NORMAL_BYTES_MAX 8

/* Writes the normal form of the character to `to`, and returns its length in bytes. `compatible`:
   look-alikes of letters count, not only letters with marks. */
size_t normal_put(char *to, uint32_t c, bool compatible);
/* Whether names rarely have the character: a look-alike of a letter, or a combining mark. */
bool normal_is_rare(uint32_t c, bool compatible);
