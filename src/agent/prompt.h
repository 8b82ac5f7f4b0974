/* What the model is told, apart from the repository's texts. The same bytes for every request of a
   kind, so that providers can cache them. At most AGENT_SYSTEM tokens. */
#pragma once

#include "base/str.h"

/* For questions: read, explain, cite. */
Str prompt_for_questions(void);
/* The task of a round that brings what the model needed. `said` lists what came, one a line. */
Str prompt_for_more(Arena *arena, Str said, unsigned rounds_left);
