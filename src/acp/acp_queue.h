/* A queue of bytes between two processes, read line by line. */
#pragma once

#include "base/buf.h"

typedef struct AcpQueue {
    Arena arena;
    Buf bytes;
    size_t taken;    /* bytes that have left it */
    size_t searched; /* up to here there is no further line end */
} AcpQueue;

void acp_queue_open(AcpQueue *queue);
void acp_queue_close(AcpQueue *queue);

/* What is in it, as one piece, valid until the next call. */
Str acp_queue_bytes(const AcpQueue *queue);
void acp_queue_put(AcpQueue *queue, Str bytes);
/* Takes bytes from the front. */
void acp_queue_drop(AcpQueue *queue, size_t count);
/* Takes the next whole line, without its end; it is valid until the next put. */
bool acp_queue_take_line(AcpQueue *queue, Str *line);
