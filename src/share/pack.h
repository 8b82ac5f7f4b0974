/* Packs of facts, as shared. A pack is a sequence of groups, each of which is a pack of the store
   (index/store/facts_pack.h): a reader can take one group out of the middle, and adopt it
   unchanged. An index next to the pack lists its groups and the contents in them.

   The bytes depend only on the facts and their order. */
#pragma once

#include "base/err.h"
#include "base/hash.h"
#include "base/vec.h"
#include "index/store/facts_pack.h"

/* Compressed size at which a pack is closed. A change of a few files to a large repository then
   replaces little, and all packs of a build still take few requests. */
#define SHARED_PACK_BYTES (4 * MB)
/* The largest accepted pack: a nearly full one plus one group of the largest facts. */
#define SHARED_PACK_BYTES_MAX (64 * MB)
/* A pack holds far fewer contents: each takes some 100 bytes at least. */
#define SHARED_PACK_FILES_MAX 262144
/* Bytes of the index of this many contents, in groups of one. */
#define SHARED_INDEX_BYTES_MAX (16 * MB)

typedef struct SharedGroup {
    uint32_t start, len;   /* bytes in the pack */
    uint32_t first, count; /* its contents, as numbers of the index */
} SharedGroup;

typedef struct SharedIndex {
    VEC(SharedGroup) groups;
    Str hashes; /* HASH_CONTENT_BYTES for each content, in the order of the groups' slots */
    uint32_t count;
} SharedIndex;

/* The hash of a content of the index. */
static inline Str shared_hash(const SharedIndex *index, uint32_t number)
{
    return (Str){index->hashes.ptr + (size_t)number * HASH_CONTENT_BYTES, HASH_CONTENT_BYTES};
}
/* Parses the index of a pack with `pack_bytes` bytes, as hostile input. The result points into the
   bytes. */
bool shared_index_parse(Arena *arena, Str bytes, uint64_t pack_bytes, SharedIndex *index) MUST_USE;

/* Whether a group unpacks to at most `max` bytes, by the lengths that its frames declare. */
bool shared_group_fits(Str group, uint64_t max);

/* Receives a finished pack; the bytes are valid during the call. */
typedef struct SharedSink {
    bool (*take)(void *context, Str pack, Str index, uint32_t count, Err *err);
    void *context;
} SharedSink;

typedef struct SharedWriter {
    const SharedSink *sink;
    Arena group_arena, pack_arena;
    FactsPack group;
    Buf pack, groups, hashes;
    uint32_t group_count; /* groups in this pack */
    uint32_t in_group;    /* contents of the open group */
    uint32_t count;       /* contents of this pack */
} SharedWriter;

void shared_writer_open(SharedWriter *writer, const SharedSink *sink);
/* Adds the facts of a content. `hash` has HASH_CONTENT_BYTES. */
bool shared_writer_put(SharedWriter *writer, Str hash, const Facts *facts, Err *err) MUST_USE;
/* Passes on the last pack. */
bool shared_writer_end(SharedWriter *writer, Err *err) MUST_USE;
void shared_writer_close(SharedWriter *writer); /* works as SCOPED(shared_writer_close) */
