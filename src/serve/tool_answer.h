/* tools/call: returns a tool's answer as content, in pages if it is long. */
#pragma once

#include "serve/server.h"

bool tool_answer_call(Exchange *exchange, Json *result, RpcFault *fault);
/* Adds `content`, a list with one text. */
Json *tool_answer_put_text(Arena *arena, Json *result, Str text);
/* Finds an offered tool by either of its names; NULL if none is offered under it. */
const Tool *tool_answer_find_tool(const Server *server, Str name);
