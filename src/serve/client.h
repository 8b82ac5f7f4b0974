/* What a legacy client says once, for all its requests. */
#pragma once

#include "serve/server.h"

/* Returns the level of that name; LOG_SILENT: unknown. */
LogLevel client_log_level(Str name);
/* Sends a log message if the client wants messages of that level. */
void client_log(Exchange *exchange, LogLevel level, Str text);

void client_initialize(Client *client, Str version, const Json *capabilities);
void client_take_notification(Client *client, const RpcMessage *message);
void client_take_response(Client *client, const RpcMessage *message);

bool client_set_level(Exchange *exchange, Json *result, RpcFault *fault);
