/* completion/complete: suggests values for an argument of a prompt or resource. */
#pragma once

#include "serve/server.h"

/* Values of one completion: the protocol's own bound. */
#define MCP_COMPLETIONS_MAX 100

bool complete_argument(Exchange *exchange, Json *result, RpcFault *fault);
/* Adds `completion` with the first MCP_COMPLETIONS_MAX of `total` values. */
void complete_put(Exchange *exchange, Json *result, Json *values, size_t total);
