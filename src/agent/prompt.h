/* The fixed instructions to the model, apart from the repository's texts. Each kind of request has
   the same bytes, so that providers can cache them. At most AGENT_SYSTEM tokens. */
#pragma once

#include "base/str.h"

/* For questions: read, explain, cite. `commands`: how to ask for those that the user allows; empty:
   none. */
Str prompt_for_questions(Arena *arena, Str commands);
/* For changes: a plan where there are several steps, and edits in the format that suits the model.
 */
Str prompt_for_changes(Arena *arena, Str model, Str commands);
/* The task that asks for one step of an approved plan. */
Str prompt_for_step(Arena *arena, uint32_t number, Str intent);
/* The task after edits were refused or failed checks; `why` lists the reasons. */
Str prompt_for_repair(Arena *arena, Str why, bool staged);
/* The task after the answer disowned its edits in this sentence. */
Str prompt_for_meant(Arena *arena, Str denial);
/* The task after nobody could be asked what this sentence means for the edits of the answer. */
Str prompt_for_edits_alone(Arena *arena, Str doubt);
/* The task after an answer cut at its limit. */
Str prompt_for_shorter(void);
/* The task after the user's command failed. */
Str prompt_for_failure(Arena *arena, Str command, Str output);
/* The task of a round that delivers requested context. `said` lists the items, one a line. */
Str prompt_for_more(Arena *arena, Str said, unsigned rounds_left);
