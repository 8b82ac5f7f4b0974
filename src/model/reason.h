/* A model server's explanation of a failure. */
#pragma once

#include "base/json.h"

/* The message of an answer with an error status: one line, truncated, without the key; empty if it
   has no message. */
Str reason_find(Arena *arena, Str body, Str key);
/* Any text of a server as one line, truncated, without the key. */
Str reason_line(Arena *arena, Str text, Str key);
