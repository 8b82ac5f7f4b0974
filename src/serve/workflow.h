/* Prompts: workflows that a user can start by name. */
#pragma once

#include "serve/server.h"

bool workflow_list(Exchange *exchange, Json *result, RpcFault *fault);
bool workflow_get(Exchange *exchange, Json *result, RpcFault *fault);
