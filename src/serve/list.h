/* Lists in pages. */
#pragma once

#include "serve/server.h"

/* Adds the page of `all` that the request's cursor asks for as member `key` of `result`, and the
   cursor of the next page. */
bool list_put_page(Exchange *exchange, Json *result, Str key, const Json *all,
                   RpcFault *fault) MUST_USE;

/* tools/list */
bool list_tools(Exchange *exchange, Json *result, RpcFault *fault);
