/* A continuation token: where a reader is in a file, as a small text passed from call to call:

       CONTINUE:file=/home/me/src/a.c
       CONTINUE:offset=3                 number of the next chunk, from 0
       CONTINUE:language=c
       CONTINUE:totalChunks=7
       CONTINUE:checksum=<SHA-256 of the file, hex>
       CONTINUE:currentChunk=2           number of the latest chunk, from 0
       CONTINUE:hasMore=true
       CONTINUE:maxTokens=2000
       ---

   A value extends to the end of its line and may contain `=`. A value with line breaks is written
   in double quotes, with the escapes \n, \r, \" and \\. `file` and one of `offset` and
   `currentChunk` are required; any other value is checked against the file, and maxTokens has a
   default. A currentChunk that is counted from 1 is read, too. Unknown keys and other lines are
   ignored. The closing line may be missing if the last line is complete.

   A token is untrusted input. It can name a file, which is opened under the caller's policy, and a
   place to continue at; nothing else. */
#pragma once

#include "base/json.h"

typedef enum ContinuationKey { /* in the order in which they are written */
    CONTINUATION_FILE,
    CONTINUATION_OFFSET,
    CONTINUATION_LANGUAGE,
    CONTINUATION_TOTAL,
    CONTINUATION_CHECKSUM,
    CONTINUATION_CURRENT,
    CONTINUATION_MORE,
    CONTINUATION_TOKENS,
    CONTINUATION_KEY_COUNT
} ContinuationKey;

typedef struct Continuation {
    Str file;
    uint64_t offset;
    Str language;
    uint64_t total_chunks;
    Str checksum;
    uint64_t current_chunk;
    bool has_more;
    uint64_t max_tokens;
    bool given[CONTINUATION_KEY_COUNT]; /* after parsing */
} Continuation;

void continuation_put(Buf *out, const Continuation *continuation);
Json *continuation_record(Arena *arena, const Continuation *continuation);

/* Sets `offset` on success. If it was not given, it is currentChunk as counted from 1: a token that
   counts from 0 then repeats a chunk, and none is skipped. */
bool continuation_parse(Arena *arena, Str text, Continuation *continuation, Err *err) MUST_USE;

/* Returns the path of a source file's token, in the user's runtime directory or else the cache
   directory. `file`: absolute. */
bool continuation_default_path(Arena *arena, Str file, Str *path, Err *err) MUST_USE;

/* Whether this user's token may be written at a path that others can write to: the path is free, or
   holds a token of this user. */
bool continuation_may_share(Arena scratch, Str path);

bool continuation_load(Arena *arena, Str path, Continuation *continuation, Err *err) MUST_USE;
/* Writes atomically, with mode 0600. ERR_FAILED when the file exists and is not a token. */
bool continuation_save(Arena scratch, Str path, const Continuation *continuation,
                       Err *err) MUST_USE;
