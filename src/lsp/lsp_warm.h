/* In a process of the server: the live index as a daemon's worker has it, so that questions of
   other rooms load and list nothing. */
#pragma once

#include "lsp/lsp_state.h"
#include "session/warm.h"

/* `warm` and `memo` must live as long as the questions. Ranks and risk may be those of a moment
   ago: the questions asked here do not depend on them. */
void lsp_warm_open(const LspRoot *root, SessionWarm *warm, SessionMemo *memo);
