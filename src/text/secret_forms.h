/* The forms of keys, tokens and hooks that services give out. They are certain: nothing else looks
   like them. */
#pragma once

#include "base/str.h"

#define SECRET_WEB_TOKEN "a web token"

/* Whether the byte can be in a token. */
bool secret_is_word_byte(char c);
/* A description of the first known form in the text; NULL: none. *place: the token itself; empty if
   it is written as several literals. */
const char *secret_find_form(Str text, Str *place);
