/* Telling clients that something changed, as far as they asked for it. */
#pragma once

#include "serve/server.h"

typedef enum NotifyKind {
    NOTIFY_TOOLS,
    NOTIFY_PROMPTS,
    NOTIFY_RESOURCES,
} NotifyKind;

/* To legacy clients, and on the modern streams that listen. */
void notify_changed(Server *server, NotifyKind kind);

/* subscriptions/listen: stays open */
bool notify_listen(Exchange *exchange, Json *result, RpcFault *fault);
