/* Symbols that the session has shown to the model, the last RECALL_VIEWED_MAX of them. For the
   files of this module. */
#pragma once

#include "agent/agent_state.h"

/* Notes the symbol whose text a part shows; other parts are ignored. */
void viewed_add(Agent *agent, const WindowPart *part);
/* The handle (path::Name) last shown under a bare name, if it still exists; else the text
   itself. */
Str viewed_prefer(Agent *agent, Str text);
/* Saves the entries that the store lacks. The flag: it has nothing of this session yet. */
bool viewed_save(Agent *agent, bool all, Err *err) MUST_USE;
bool viewed_load(Agent *agent, Err *err) MUST_USE;
/* `3 symbols viewed, last a.c::f, b.c::g`, one line; empty: no symbols. */
Str viewed_text(Agent *agent);
