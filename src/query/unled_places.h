/* Places of code that may call or pass a symbol and have no edge: a receiver of unknown type, a
   name in a string, code that no rule of the language reads. A list of callers names them, so that
   it is never short in silence. */
#pragma once

#include "query/mentions.h"

/* `2 other places in code may call it and are not followed (a.lua:13, …): fovea grep go
   --whole-word`; empty if the edges account for all places. `joined`: symbols that are one with it,
   or NULL. */
Str unled_places_text(SessionRequest *request, const IndexSession *session, uint32_t symbol,
                      const IdVec *joined);
