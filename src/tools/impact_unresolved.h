/* Notes uses that an answer about impact could not count. */
#pragma once

#include "tools/impact_count.h"

/* Adds the note; if nothing depends on the symbol, sets impact->mentions. */
void impact_note_unseen(ToolCall *call, IndexSession *session, const Neighbourhood *found,
                        Impact *impact);
