/* Notifies clients that subscribed to a change. */
#pragma once

#include "serve/server.h"

typedef enum NotifyKind {
    NOTIFY_TOOLS,
    NOTIFY_PROMPTS,
    NOTIFY_RESOURCES,
} NotifyKind;

/* Notifies legacy clients and the modern streams that listen. */
void notify_changed(Server *server, NotifyKind kind);

/* subscriptions/listen: keeps the exchange open. */
bool notify_listen(Exchange *exchange, Json *result, RpcFault *fault);
