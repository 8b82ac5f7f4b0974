/* What an answer on impact has not counted. */
#pragma once

#include "search/neighbours.h"
#include "session/session.h"
#include "tools/tool.h"

/* Notes it. The nodes before `end` are those that were asked for. */
void impact_note_unseen(ToolCall *call, IndexSession *session, const Neighbourhood *found,
                        size_t end);
