/* tools/call: one tool run in the exchange's own process. */
#pragma once

#include "serve/server.h"

bool call_tool(Exchange *exchange, Json *result, RpcFault *fault);

/* What the process may read: the client's roots where the operator named none. */
ToolContext call_context(Exchange *exchange);
/* Runs a tool with its text as the answer. `arguments`: an object or NULL; *page: the part of a
   long answer that was asked for, 0 none. */
bool call_run(Exchange *exchange, const Tool *tool, const Json *arguments, Str *text,
              uint64_t *page, Err *err) MUST_USE;
