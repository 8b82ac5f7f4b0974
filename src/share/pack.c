/* The index: a version, the number of groups, length and count of each, then the hashes as they
   are, since they do not compress. */
#include "share/pack.h"

#include "base/varint.h"
#include "base/zstd_frame.h"
#include "index/store/packs.h"

#define INDEX_VERSION 1

/* ---- writing ---- */

static void begin_group(SharedWriter *writer)
{
    arena_reset(&writer->group_arena);
    writer->group = facts_pack_open(&writer->group_arena);
    writer->in_group = 0;
}

static void begin_pack(SharedWriter *writer)
{
    arena_reset(&writer->pack_arena);
    writer->pack = buf_open(&writer->pack_arena, 0);
    writer->groups = buf_open(&writer->pack_arena, 0);
    writer->hashes = buf_open(&writer->pack_arena, 0);
    writer->group_count = writer->count = 0;
}

void shared_writer_open(SharedWriter *writer, const SharedSink *sink)
{
    *writer = (SharedWriter){.sink = sink};
    arena_open(&writer->group_arena, 0);
    arena_open(&writer->pack_arena, 0);
    begin_group(writer);
    begin_pack(writer);
}

void shared_writer_close(SharedWriter *writer)
{
    arena_close(&writer->group_arena);
    arena_close(&writer->pack_arena);
}

static bool end_pack(SharedWriter *writer, Err *err)
{
    if (!writer->count)
        return true;
    Buf index = buf_open(&writer->pack_arena, 0);
    varint_put(&index, INDEX_VERSION);
    varint_put(&index, writer->group_count);
    buf_put(&index, buf_str(&writer->groups));
    buf_put(&index, buf_str(&writer->hashes));
    if (!writer->sink->take(writer->sink->context, buf_str(&writer->pack), buf_str(&index),
                            writer->count, err))
        return false;
    begin_pack(writer);
    return true;
}

static bool end_group(SharedWriter *writer, Err *err)
{
    Arena scratch SCOPED(arena_close) = {0};
    if (!writer->in_group)
        return true;
    arena_open(&scratch, 0);
    size_t before = writer->pack.len;
    facts_pack_write(scratch, &writer->group, &writer->pack);
    varint_put(&writer->groups, writer->pack.len - before);
    varint_put(&writer->groups, writer->in_group);
    writer->group_count++;
    begin_group(writer);
    return writer->pack.len < SHARED_PACK_BYTES || end_pack(writer, err);
}

bool shared_writer_put(SharedWriter *writer, Str hash, const Facts *facts, Err *err)
{
    facts_pack_put(&writer->group, facts_check(hash), facts);
    buf_put(&writer->hashes, hash);
    writer->in_group++;
    writer->count++;
    return (facts_pack_bytes(&writer->group) < PACK_BYTES && writer->in_group < PACK_FILES_MAX) ||
           end_group(writer, err);
}

bool shared_writer_end(SharedWriter *writer, Err *err)
{
    return end_group(writer, err) && end_pack(writer, err);
}

/* ---- reading ---- */

bool shared_index_parse(Arena *arena, Str bytes, uint64_t pack_bytes, SharedIndex *index)
{
    VarintReader in = varint_open(bytes);
    uint64_t start = 0, first = 0;
    *index = (SharedIndex){0};
    if (bytes.len > SHARED_INDEX_BYTES_MAX || pack_bytes > SHARED_PACK_BYTES_MAX ||
        varint_take(&in) != INDEX_VERSION)
        return false;
    uint64_t groups = varint_take(&in);
    for (uint64_t i = 0; i < groups && !in.failed; i++) {
        uint64_t len = varint_take(&in), count = varint_take(&in);
        if (len > pack_bytes - start || !count || count > PACK_FILES_MAX ||
            first + count > SHARED_PACK_FILES_MAX)
            return false;
        *VEC_PUSH(arena, &index->groups) =
            (SharedGroup){(uint32_t)start, (uint32_t)len, (uint32_t)first, (uint32_t)count};
        start += len;
        first += count;
    }
    index->hashes = (Str){in.ptr, (size_t)(in.end - in.ptr)};
    index->count = (uint32_t)first;
    return !in.failed && start == pack_bytes && index->hashes.len == first * HASH_CONTENT_BYTES;
}

bool shared_group_fits(Str group, uint64_t max)
{
    VarintReader in = varint_open(group);
    uint64_t sum = 0;
    while (!varint_is_done(&in) && sum <= max) {
        Str frame = varint_str(&in);
        uint64_t plain = zstd_frame_plain_len(str_slice(frame, 0, ZSTD_FRAME_HEAD_BYTES));
        if (frame.len && (!plain || plain > max))
            return false;
        sum += plain;
    }
    return !in.failed && sum <= max;
}
