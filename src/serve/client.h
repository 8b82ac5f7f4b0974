/* What a legacy client says once for all its requests. */
#pragma once

#include "serve/server.h"

/* LOG_SILENT for an unknown name. */
LogLevel client_log_level(Str name);
/* A log message to the client, when it wants such. */
void client_log(Exchange *exchange, LogLevel level, Str text);

void client_initialize(Client *client, Str version, const Json *capabilities);
void client_take_notification(Client *client, const RpcMessage *message);
void client_take_response(Client *client, const RpcMessage *message);

bool client_set_level(Exchange *exchange, Json *result, RpcFault *fault);
