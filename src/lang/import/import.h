/* Tokeniser and helpers for binding readers: functions that read the names that one import makes
   visible from its text. lang.def names them (`.bindings`). They are in languages/<id>/bindings.c,
   or in bindings.c here if several languages share one. docs/add-a-language.md says which text they
   get, outline.h what a Binding is. They return no bindings for text that they do not understand.
   */
#pragma once

#include "lang/registry.h"

/* Takes the next token off *rest: a word (which may contain `$`), a quoted text with its quotes,
   `::`, or any other byte. White space, backslashes and comments are skipped. False at the end. */
bool import_token(Str *rest, Str *token);
/* Takes the next token if it is this one. */
bool import_take(Str *rest, Str token);
/* Adds a binding; does nothing beyond BINDINGS_MAX. */
void import_add(Arena *arena, BindingVec *bindings, Str name, Str alias, uint32_t flags);
