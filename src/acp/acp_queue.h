/* A queue of bytes between two processes, read line by line. */
#pragma once

#include "base/buf.h"

typedef struct AcpQueue {
    Arena arena;
    Buf bytes;
    size_t taken;    /* bytes already taken */
    size_t searched; /* no further line end up to here */
} AcpQueue;

void acp_queue_open(AcpQueue *queue);
void acp_queue_close(AcpQueue *queue);

/* Its content, as one piece, valid until the next call. */
Str acp_queue_bytes(const AcpQueue *queue);
void acp_queue_put(AcpQueue *queue, Str bytes);
/* Takes bytes from the front. */
void acp_queue_drop(AcpQueue *queue, size_t count);
/* Takes the next complete line, without its end; it is valid until the next put. */
bool acp_queue_take_line(AcpQueue *queue, Str *line);
