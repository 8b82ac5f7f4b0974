/* The progressive reader's answers: one chunk between boxes, the list of chunks, and both as
 * values. */
#pragma once

#include "lang/chunk/chunk.h"
#include "view/format.h"

/* Columns of a box; one that holds a command grows so that it can be copied. */
#define CHUNKS_BOX_COLUMNS 55

typedef struct ChunksFile {
    Str path; /* as it was given */
    uint64_t max_tokens;
    Str checksum;
    const ChunkPlan *plan;
} ChunksFile;

/* What follows the chunk. */
typedef struct ChunksToken {
    Str lines;   /* the token */
    Str path;    /* where it is saved; empty: nowhere */
    bool failed; /* it was to be saved and is not */
    bool has_more;
} ChunksToken;

/* What is left of a chunk's text. */
typedef struct ChunksCursor {
    Str rest;
    uint64_t line; /* of its first byte */
} ChunksCursor;

/* Header box and empty line. */
ChunksCursor chunks_put_header(Buf *out, Arena scratch, const ChunksFile *file, size_t index);
/* Numbered lines until the buffer holds `bytes`; true when more are left. */
bool chunks_put_lines(Buf *out, ChunksCursor *cursor, size_t bytes);
/* `More content available` or `End of file`, and the token. */
void chunks_put_token(Buf *out, Arena scratch, const ChunksToken *token);
/* One line a chunk from *index on until the buffer holds `bytes` (true: more are left), then the
 * total. */
bool chunks_put_list(Buf *out, Arena scratch, const ChunksFile *file, size_t *index, size_t bytes);

/* The record of one chunk; bytes that are not UTF-8 are also in contentBase64. */
Json *chunks_record(Arena *arena, const ChunksFile *file, size_t index, Json *continuation);
Json *chunks_list_record(Arena *arena, const ChunksFile *file);
