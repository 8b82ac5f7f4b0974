/* A non-blocking write buffer for a socket: bytes that the socket does not take at once are written
   later. Write errors are ignored, since the reader of the socket notices that the other process
   has gone. */
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
/* Whether everything has been written. */
bool outbox_is_empty(const Outbox *outbox);
/* Drops unwritten data. Does nothing for a zeroed outbox. */
void outbox_close(Outbox *outbox);
