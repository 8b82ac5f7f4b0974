/* The names that imports make visible, from the text of one import: pure functions that lang.def
   names (`.bindings`), in languages/<id>/bindings.c or, where languages share one, in bindings.c
   here. docs/add-a-language.md says what text they get; a Binding's fields are in outline.h. Text
   that they do not understand gives no names. This is the kit that they are written with: a text
   taken token by token. */
#pragma once

#include "lang/registry.h"

/* The next word (with `$`), quoted text (quotes included), `::`, or other byte; comments and white
   space are skipped. False at the end. */
bool import_token(Str *rest, Str *token);
/* Takes the next token if it is this one. */
bool import_take(Str *rest, Str token);
void import_add(Arena *arena, BindingVec *bindings, Str name, Str alias, uint32_t flags);
