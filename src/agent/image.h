/* Images that the user names: their type is read from their bytes, and they are parts of the window
   as any text is. */
#pragma once

#include "agent/agent_state.h"

/* Whether a path has the name of an image. */
bool image_is_named(Str path);
/* Adds an image to the window, for the next request. `outside`: it may be outside the repository,
   since the user named it in a command. ERR_USAGE if a model may not see it, or if its bytes
   are no image. */
bool image_add(Agent *agent, Str path, bool outside, Str *said, Err *err) MUST_USE;
