/* Notes uses that an answer about impact could not count. */
#pragma once

#include "relations/impact_count.h"

/* Adds the note; if nothing depends on the symbol, sets impact->mentions. */
void impact_note_unseen(SessionRequest *request, IndexSession *session, const Neighbourhood *found,
                        Impact *impact);
/* The same for the symbols of a diff: variables that change, and text that has the names. `any`:
   something is known to depend on them. */
void impact_note_changed(SessionRequest *request, IndexSession *session, const IdVec *symbols,
                         bool any);
