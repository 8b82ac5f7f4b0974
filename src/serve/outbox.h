/* What goes to another process over a socket, without waiting for it: what the socket does not take
   at once is written when it can be. A process that has gone is noticed by who reads from it. */
#pragma once

#include "base/str.h"

#include <event2/buffer.h>
#include <event2/event.h>

typedef struct Outbox {
    struct evbuffer *bytes;
    struct event *writable;
} Outbox;

/* Makes the socket non-blocking. */
void outbox_open(Outbox *outbox, struct event_base *base, int fd);
void outbox_put(Outbox *outbox, const void *bytes, size_t len);
/* Whether everything is written. */
bool outbox_is_empty(const Outbox *outbox);
/* What is not written is forgotten. A zeroed one is closed. */
void outbox_close(Outbox *outbox);
