/* Resources: answers of some tools under fovea://NAME or fovea://NAME/PATH (Tool.resource). */
#pragma once

#include "serve/server.h"

bool resource_list(Exchange *exchange, Json *result, RpcFault *fault);
bool resource_list_templates(Exchange *exchange, Json *result, RpcFault *fault);
bool resource_read(Exchange *exchange, Json *result, RpcFault *fault);

/* Sets the fault for a URI that names nothing. */
bool resource_fail(Exchange *exchange, Str uri, const char *message, RpcFault *fault);
/* Adds `contents` with one text. */
void resource_put_text(Exchange *exchange, Json *result, Str uri, Str type, Str text);
