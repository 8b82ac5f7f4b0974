/* `fovea debug neighbours`: words of similar meaning by the built-in word vectors. */
#pragma once

#include "tools/tool.h"

bool debug_put_neighbours(ToolCall *call, Err *err) MUST_USE;
