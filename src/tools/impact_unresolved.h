/* Notes uses that an answer about impact could not count. */
#pragma once

#include "search/neighbours.h"
#include "session/session.h"
#include "tools/tool.h"

/* Adds the note. Nodes before `end` are within the steps that were asked for. */
void impact_note_unseen(ToolCall *call, IndexSession *session, const Neighbourhood *found,
                        size_t end);
