/* Names that text does not spell letter by letter (LangFacts.disguises): `\u0061pply`, a name that
   the end of a line cuts in two, and characters that a language takes for others. No search for the
   word finds them. */
#pragma once

#include "lang/lang.h"

/* A longer word is not a name. */
#define DISGUISED_BYTES_MAX 256

typedef struct DisguisedWord {
    Str plain;         /* letter by letter, in the normal form of the language */
    size_t start, end; /* of the word as the text spells it */
} DisguisedWord;
typedef void DisguiseVisit(void *context, const DisguisedWord *word);

/* Whether the text may have such a spelling. Takes one pass over its bytes. */
bool disguise_is_in(const Language *language, Str text);
/* Visits the words of the text that are, or may be, disguised. `wide`: in a language with normal
   forms, all words that are not ASCII, which a search for a non-ASCII name needs. */
void disguise_each(const Language *language, Str text, bool wide, DisguiseVisit *visit,
                   void *context);
/* Whether a search for the name must visit words that are not ASCII. */
bool disguise_is_wide(const Language *language, Str name);
/* Offset of the first place from `at` on where the name is spelled otherwise, or STR_NONE. */
size_t disguise_find(const Language *language, Str text, Str name, size_t at);
