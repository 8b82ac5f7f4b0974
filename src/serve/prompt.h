/* Prompts: workflows that a user can start by name. */
#pragma once

#include "serve/server.h"

bool prompt_list(Exchange *exchange, Json *result, RpcFault *fault);
bool prompt_get(Exchange *exchange, Json *result, RpcFault *fault);
