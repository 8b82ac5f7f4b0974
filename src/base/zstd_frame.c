/* Creating a context queries the processor's features, which traps in a virtual machine and takes
   longer than a small frame. So each thread keeps a context. */
#include "base/zstd_frame.h"

#include "base/arena.h"

#include <pthread.h>
#include <stdlib.h>
#include <zstd.h>

typedef struct ZstdContext {
    ZSTD_CCtx *writer;
    ZSTD_DCtx *reader;
} ZstdContext;

static pthread_key_t zstd_frame_key;

static void drop(void *value)
{
    ZstdContext *zip = value;
    ZSTD_freeCCtx(zip->writer);
    ZSTD_freeDCtx(zip->reader);
    free(zip);
}

static void make_key(void)
{
    if (pthread_key_create(&zstd_frame_key, drop) != 0)
        arena_fatal("out of memory: cannot compress");
}

static ZstdContext *zstd_frame_of_thread(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_key);
    ZstdContext *zip = pthread_getspecific(zstd_frame_key);
    if (zip)
        return zip;
    zip = calloc(1, sizeof *zip);
    if (!zip || pthread_setspecific(zstd_frame_key, zip) != 0)
        arena_fatal("out of memory: cannot compress");
    return zip;
}

static ZSTD_CCtx *begin_frame(int level)
{
    ZstdContext *zip = zstd_frame_of_thread();
    if (!zip->writer && !(zip->writer = ZSTD_createCCtx()))
        arena_fatal("out of memory: cannot compress");
    ZSTD_CCtx_reset(zip->writer, ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(zip->writer, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(zip->writer, ZSTD_c_checksumFlag, 1);
    return zip->writer;
}

void zstd_frame_put(Buf *out, Str plain, Str before, int level)
{
    ZSTD_CCtx *writer = begin_frame(level);
    ZSTD_CCtx_refPrefix(writer, before.ptr, before.len);
    size_t room = ZSTD_compressBound(plain.len);
    char *into = buf_reserve(out, room);
    size_t len = into ? ZSTD_compress2(writer, into, room, plain.ptr, plain.len) : 0;
    if (ZSTD_isError(len))
        arena_fatal("out of memory: cannot compress");
    out->len += len;
}

/* Length of a block's header: each cut may end one block early. */
#define BLOCK_HEAD_BYTES 3

void zstd_frame_put_cut(Buf *out, Str plain, const ZstdFrameCuts *cuts, int level)
{
    ZSTD_CCtx *writer = begin_frame(level);
    ZSTD_CCtx_setPledgedSrcSize(writer, plain.len);
    size_t room = ZSTD_compressBound(plain.len) + (cuts->count + 1) * BLOCK_HEAD_BYTES;
    ZSTD_outBuffer to = {buf_reserve(out, room), room, 0};
    ZSTD_inBuffer from = {plain.ptr, 0, 0};
    for (size_t i = 0; i <= cuts->count && to.dst; i++) {
        bool last = i == cuts->count;
        from.size = last ? plain.len : cuts->at[i];
        if (ZSTD_compressStream2(writer, &to, &from, last ? ZSTD_e_end : ZSTD_e_flush))
            arena_fatal("out of memory: cannot compress"); /* the buffer is large enough */
    }
    out->len += to.pos;
}

bool zstd_frame_take(Arena *arena, Str frame, Str before, size_t max, Str *plain)
{
    unsigned long long size = ZSTD_getFrameContentSize(frame.ptr, frame.len);
    if (size > max) /* true for error codes too */
        return false;
    ZstdContext *zip = zstd_frame_of_thread();
    if (!zip->reader && !(zip->reader = ZSTD_createDCtx()))
        arena_fatal("out of memory: cannot decompress");
    char *bytes = arena_bytes(arena, (size_t)size);
    *plain = (Str){bytes, (size_t)size};
    ZSTD_DCtx_reset(zip->reader, ZSTD_reset_session_only);
    ZSTD_DCtx_refPrefix(zip->reader, before.ptr, before.len);
    return ZSTD_decompressDCtx(zip->reader, bytes, (size_t)size, frame.ptr, frame.len) == size;
}

uint64_t zstd_frame_plain_len(Str head)
{
    unsigned long long len = ZSTD_getFrameContentSize(head.ptr, head.len);
    return len == ZSTD_CONTENTSIZE_UNKNOWN || len == ZSTD_CONTENTSIZE_ERROR ? 0 : len;
}
