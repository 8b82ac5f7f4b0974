/* The bytes are in one buffer. Taken bytes are released when the queue becomes empty, or when they
   are most of a large buffer. */
#include "base/byte_queue.h"

#include "base/limits.h"

#include <errno.h>
#include <unistd.h>

/* Below this, moving the rest to the front is not worth it. */
#define MOVE_BYTES (1 * MB)
#define PIECE_BYTES 4096 /* PIPE_BUF: what a writable pipe accepts */

void byte_queue_open(ByteQueue *queue)
{
    *queue = (ByteQueue){0};
    arena_open(&queue->arena, 0);
    queue->bytes = buf_open(&queue->arena, 0);
}

void byte_queue_close(ByteQueue *queue)
{
    arena_close(&queue->arena);
}

Str byte_queue_bytes(const ByteQueue *queue)
{
    return str_from_offset(buf_str(&queue->bytes), queue->taken);
}

static void give_back(ByteQueue *queue)
{
    size_t left = queue->bytes.len - queue->taken;
    if (!left) {
        arena_reset(&queue->arena);
        queue->bytes = buf_open(&queue->arena, 0);
    } else if (queue->taken > MOVE_BYTES && queue->taken > left) {
        memmove(queue->bytes.ptr, queue->bytes.ptr + queue->taken, left);
        queue->bytes.len = left;
    } else {
        return;
    }
    queue->searched -= MIN(queue->searched, queue->taken);
    queue->taken = 0;
}

void byte_queue_put(ByteQueue *queue, Str bytes)
{
    give_back(queue);
    buf_put(&queue->bytes, bytes);
}

void byte_queue_drop(ByteQueue *queue, size_t count)
{
    queue->taken += MIN(count, queue->bytes.len - queue->taken);
}

bool byte_queue_take_line(ByteQueue *queue, Str *line)
{
    Str all = buf_str(&queue->bytes);
    size_t from = MAX(queue->searched, queue->taken);
    size_t end = str_find_byte(str_from_offset(all, from), '\n');
    if (end == STR_NONE) {
        queue->searched = all.len;
        return false;
    }
    *line = str_slice(all, queue->taken, from + end);
    queue->taken = queue->searched = from + end + 1;
    return true;
}

bool byte_queue_write(ByteQueue *queue, int fd)
{
    Str bytes = byte_queue_bytes(queue);
    ssize_t len = write(fd, bytes.ptr, MIN(bytes.len, (size_t)PIECE_BYTES));
    if (len >= 0)
        byte_queue_drop(queue, (size_t)len);
    return len >= 0 || errno == EINTR || errno == EAGAIN;
}
