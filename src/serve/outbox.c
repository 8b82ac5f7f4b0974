#include "serve/outbox.h"

#include "base/limits.h"

#include <errno.h>
#include <sys/socket.h>

/* Maximum write per event: a process that reads as fast as it is written to must not block the
   loop. */
#define PIECE_BYTES (64 * KB)

static void on_writable(evutil_socket_t fd, short what, void *state)
{
    Outbox *outbox = state;
    size_t len = MIN(evbuffer_get_length(outbox->bytes), PIECE_BYTES);
    const unsigned char *bytes = evbuffer_pullup(outbox->bytes, (ssize_t)len);
    ssize_t n = send(fd, bytes, len, MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)what;
    if (n < 0 && errno != EAGAIN && errno != EINTR)
        n = (ssize_t)evbuffer_get_length(outbox->bytes);
    if (n > 0)
        evbuffer_drain(outbox->bytes, (size_t)n);
    if (evbuffer_get_length(outbox->bytes))
        event_add(outbox->writable, NULL);
}

void outbox_open(Outbox *outbox, struct event_base *base, int fd)
{
    evutil_make_socket_nonblocking(fd);
    *outbox = (Outbox){.bytes = evbuffer_new(),
                       .writable = event_new(base, fd, EV_WRITE, on_writable, outbox)};
    if (!outbox->bytes || !outbox->writable)
        arena_fatal("out of memory: no room for what a process is sent");
}

void outbox_put(Outbox *outbox, const void *bytes, size_t len)
{
    bool waiting = evbuffer_get_length(outbox->bytes);
    if (evbuffer_add(outbox->bytes, bytes, len) != 0)
        arena_fatal("out of memory: no room for what a process is sent");
    if (!waiting && len)
        on_writable(event_get_fd(outbox->writable), EV_WRITE, outbox);
}

bool outbox_is_empty(const Outbox *outbox)
{
    return !evbuffer_get_length(outbox->bytes);
}

void outbox_close(Outbox *outbox)
{
    if (outbox->writable)
        event_free(outbox->writable);
    if (outbox->bytes)
        evbuffer_free(outbox->bytes);
    *outbox = (Outbox){0};
}
