/* Symbols that the session has shown to the model, the last RECALL_VIEWED_MAX of them. For the
   files of this module. */
#pragma once

#include "agent/agent_state.h"

/* Notes the symbol whose text a part shows; other parts are passed over. */
void viewed_add(Agent *agent, const WindowPart *part);
/* The handle, path::Name, that was shown last under a bare name and is still there; else the text
   itself. */
Str viewed_prefer(Agent *agent, Str text);
/* Saves what the store does not have yet. `anew`: it has nothing of this session. */
bool viewed_save(Agent *agent, bool anew, Err *err) MUST_USE;
bool viewed_load(Agent *agent, Err *err) MUST_USE;
/* `3 symbols viewed, last a.c::f, b.c::g`, one line; empty: none. */
Str viewed_text(Agent *agent);
