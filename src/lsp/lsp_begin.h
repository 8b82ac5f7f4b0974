/* `initialize`: what the client says of itself, and what the server does. */
#pragma once

#include "lsp/lsp_state.h"

/* Answers `initialize` and opens the roots. */
void lsp_begin(LspServer *server, Arena *arena, const RpcMessage *message);
/* Opens and closes roots as the client does. */
void lsp_begin_change_folders(LspServer *server, Arena *arena, const Json *params);
