/* Notes uses that an answer about impact could not count. */
#pragma once

#include "tools/impact_count.h"

/* Adds the note; if nothing depends on the symbol, sets impact->mentions. */
void impact_note_unseen(ToolCall *call, IndexSession *session, const Neighbourhood *found,
                        Impact *impact);
/* The same for the symbols of a diff: variables that change, and, if nothing depends on any,
   text that has their names. */
void impact_note_changed(ToolCall *call, IndexSession *session, const Neighbourhood *found,
                         const Impact *impact);
