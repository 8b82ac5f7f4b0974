/* Lists that come in pages. */
#pragma once

#include "serve/server.h"

/* Adds to `result`, as member `key`, the page of `all` that the request's cursor asks for, and the
   cursor of the next one. */
bool list_put_page(Exchange *exchange, Json *result, Str key, const Json *all,
                   RpcFault *fault) MUST_USE;

/* tools/list */
bool list_tools(Exchange *exchange, Json *result, RpcFault *fault);
