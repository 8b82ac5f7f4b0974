/* tools/call: a tool's answer as content, in pages when it is long. */
#pragma once

#include "serve/server.h"

bool answer_call(Exchange *exchange, Json *result, RpcFault *fault);
/* Adds `content`, a list with one text. */
Json *answer_put_text(Arena *arena, Json *result, Str text);
