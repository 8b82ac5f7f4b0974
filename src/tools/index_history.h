/* Facts of the repository's history (index/history): made beside the answers, never before one. */
#pragma once

#include "tools/session.h"

/* Brings them up to HEAD in this process; for one that makes an index anyway. */
void index_history_make(ToolCall *call, const IndexSession *place);
/* Starts a process for it when HEAD has moved since. */
void index_history_follow(ToolCall *call, IndexSession *session);
