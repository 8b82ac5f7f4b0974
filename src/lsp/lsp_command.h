/* Commands of the server, which clients run with workspace/executeCommand. */
#pragma once

#include "base/json.h"

/* The value of executeCommandProvider. */
Json *lsp_command_names(Arena *arena);
