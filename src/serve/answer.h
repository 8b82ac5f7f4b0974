/* tools/call: a tool's answer as content, in pages when it is long. */
#pragma once

#include "serve/server.h"

bool answer_call(Exchange *exchange, Json *result, RpcFault *fault);
/* Adds `content`, a list with one text. */
Json *answer_put_text(Arena *arena, Json *result, Str text);
/* By either of its names among the tools that are offered; NULL when there is none. */
const Tool *answer_find_tool(const Server *server, Str name);
