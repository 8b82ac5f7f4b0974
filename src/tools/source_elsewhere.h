/* What a file does not hold itself although it was asked of it: members that a type of the file has
   from another one. */
#pragma once

#include "tools/source.h"

/* Where the index knows that the member which was not found is inherited, the error says from where
   and which call reads it; else it stays as it is. */
void source_tell_elsewhere(ToolCall *call, const Source *source, Err *err);
