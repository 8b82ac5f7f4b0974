/* A queue of bytes that arrive or leave in pieces, read whole or line by line. */
#pragma once

#include "base/buf.h"

typedef struct ByteQueue {
    Arena arena;
    Buf bytes;
    size_t taken;    /* bytes already taken */
    size_t searched; /* no further line end up to here */
} ByteQueue;

void byte_queue_open(ByteQueue *queue);
void byte_queue_close(ByteQueue *queue);

/* Its content, as one piece, valid until the next call. */
Str byte_queue_bytes(const ByteQueue *queue);
void byte_queue_put(ByteQueue *queue, Str bytes);
/* Takes bytes from the front. */
void byte_queue_drop(ByteQueue *queue, size_t count);
/* Writes its front to a descriptor that accepts bytes. False if the reader is gone. */
bool byte_queue_write(ByteQueue *queue, int fd) MUST_USE;
/* Takes the next complete line, without its end; it is valid until the next put. */
bool byte_queue_take_line(ByteQueue *queue, Str *line);
