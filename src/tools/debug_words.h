/* `fovea debug neighbours`: the words that mean nearly the same, as the built-in vectors have it.
 */
#pragma once

#include "tools/tool.h"

bool debug_put_neighbours(ToolCall *call, Err *err) MUST_USE;
