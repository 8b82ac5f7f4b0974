/* What an answer about the users of data or of a constructor may lack. */
#pragma once

#include "query/calls_unresolved.h"
#include "relations/found_uses.h"

/* Says that edges do not show where a variable is read or written, and what does. */
Str graph_unread(Arena *arena, const Catalog *catalog, uint32_t symbol);
/* C: says that calls through a function have no edges where it is used as a value; otherwise empty.
 */
Str graph_unread_pointers(Arena *arena, const Catalog *catalog, uint32_t symbol);
/* Whether the symbol is a value that is read, which no call edge shows. `found`: users are known.
 */
bool graph_unread_kind(SymbolKind kind, bool found);
/* Why its places were not read; or, if they were, those of unknown meaning and, without any user,
   the lines that have the word. Empty: nothing is left. */
Str graph_unread_places(SessionRequest *request, IndexSession *session, uint32_t symbol,
                        const CallsSeen *seen, const FoundUses *uses, Json **named);
/* Of a function or a type: places of code that may mean it and have no edge, or empty. */
Str graph_unread_others(SessionRequest *request, const IndexSession *session, uint32_t symbol,
                        const IdVec *joined);
