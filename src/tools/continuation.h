/* Where a reader stands in a file, as a small text that goes from call to call:

       CONTINUE:file=/home/me/src/a.c
       CONTINUE:offset=3                 0-based index of the next chunk
       CONTINUE:language=c
       CONTINUE:totalChunks=7
       CONTINUE:checksum=<SHA-256 of the file, hex>
       CONTINUE:currentChunk=3           1-based number of the latest chunk
       CONTINUE:hasMore=true
       CONTINUE:maxTokens=2000
       ---

   A value goes to the end of its line and may hold `=`; one that holds line breaks stands in double
   quotes, with \n, \r, \" and \\. Enough are `file` and one of `offset` and `currentChunk`; what
   else is given is checked against the file, missing maxTokens is the default. Unknown keys and
   other lines are ignored. The closing line may be missing when the last line is whole.

   A token is foreign input: it can say which file to open, where the caller's policy decides, and
   where to go on, nothing else. */
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

/* `offset` is set when it succeeds, from currentChunk if need be. */
bool continuation_parse(Arena *arena, Str text, Continuation *continuation, Err *err) MUST_USE;

/* The token file of a source file (absolute path), in the user's runtime or else cache
   directory. */
bool continuation_default_path(Arena *arena, Str file, Str *path, Err *err) MUST_USE;

/* Whether a place that programs and users share may hold this user's token: nothing is there, or a
   token of this user. */
bool continuation_may_share(Arena scratch, Str path);

bool continuation_load(Arena *arena, Str path, Continuation *continuation, Err *err) MUST_USE;
/* Atomically, mode 0600. A file that is there and is not a token is left as it is: an error. */
bool continuation_save(Arena scratch, Str path, const Continuation *continuation,
                       Err *err) MUST_USE;
