/* The view of a file read chunk by chunk: one chunk between boxes, or the list of all chunks, as
   text or as values. */
#pragma once

#include "lang/chunk/chunk.h"
#include "view/format.h"
#include "view/readable.h"

/* Columns of a box; one that holds a command grows so that it can be copied. */
#define CHUNKS_BOX_COLUMNS 55

typedef struct ChunksFile {
    Str path; /* as it was given */
    uint64_t max_tokens;
    Str checksum;
    const ChunkPlan *plan;
    const ShownText
        *shown; /* the plan's text, if the file is not shown as it is written; or NULL */
} ChunksFile;

/* The continuation token after a chunk. */
typedef struct ChunksToken {
    Str lines;   /* the token */
    Str path;    /* file it is saved in; empty: not saved */
    bool failed; /* saving was requested and failed */
    Str next;    /* the argument of the next call, for a caller that saves no token; or empty */
    bool has_more;
} ChunksToken;

/* The part of a chunk's text that is not written yet. */
typedef struct ChunksCursor {
    Str rest;
    uint64_t line; /* of its first byte */
    size_t at;     /* in the plan's text */
    const ShownText *shown;
} ChunksCursor;

/* Writes the header box of chunk `index` and an empty line. Returns a cursor at the start of its
   text. */
ChunksCursor chunks_put_header(Buf *out, Arena scratch, const ChunksFile *file, size_t index);
/* Writes numbered lines until the buffer holds `bytes`, and advances the cursor. Returns true if
   lines are left. */
bool chunks_put_lines(Buf *out, ChunksCursor *cursor, size_t bytes);
/* Writes `More content available` or `End of file`, then the token. */
void chunks_put_token(Buf *out, Arena scratch, const ChunksToken *token);
/* Writes one line per chunk, from *index on, until the buffer holds `bytes`. Returns true if chunks
   are left; otherwise the total is written, too. */
bool chunks_put_list(Buf *out, Arena scratch, const ChunksFile *file, size_t *index, size_t bytes);

/* The record of one chunk. A text that is not valid UTF-8 is also in contentBase64. */
Json *chunks_record(Arena *arena, const ChunksFile *file, size_t index, Json *continuation);
Json *chunks_list_record(Arena *arena, const ChunksFile *file);
