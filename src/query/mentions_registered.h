/* Names under which a symbol is registered: `selector: 'app-rows'` in a decorator, `@Named("db")`,
   `customElements.define('my-item', Item)`. Text that is not followed, as templates, uses them
   instead of the symbol's own. */
#pragma once

#include "query/mentions_spelled.h"
#include "session/send.h"
#include "session/session.h"

/* Appends the names in the decorators, attributes or annotations of the symbol, and those that its
   head gives to the linker: `asm("name")`, `bind(C, name="name")`; at most REGISTERED_MAX. Nothing
   in languages without them (LangFacts.spellings: `registered`, `linked`). */
void registered_names(SessionRequest *request, const IndexSession *session, uint32_t symbol,
                      StrVec *names);
/* The same for a line of code that names the symbol. */
void registered_names_on(SessionRequest *request, const IndexSession *session, uint32_t file,
                         uint32_t line, Str word, StrVec *names);
/* Each is a search of the text. */
#define REGISTERED_MAX 3
