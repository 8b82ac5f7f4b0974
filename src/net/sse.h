/* Incremental parser of server-sent events (WHATWG HTML, 9.2), as model servers stream answers.
   Input is untrusted and may be cut anywhere. */
#pragma once

#include "base/buf.h"
#include "base/limits.h"

/* The longest event. A server that does not really stream sends a whole answer as one event. */
#define SSE_EVENT_BYTES_MAX (8 * MB)

/* A longer id is dropped: it would not fit into a header. */
#define SSE_ID_BYTES_MAX 1024

typedef struct SseParser {
    /* Receives an event: its type (`message` if the stream gives none) and its data, lines joined
       by LF, valid during the call. False ends the parsing. */
    bool (*event)(void *state, Str type, Str data);
    void *state;
    Buf line, type, data;
    Buf id;            /* of the last event that has one, to resume the stream after it */
    uint64_t retry_ms; /* how long to wait before that; 0: not stated */
    bool has_data;
    bool after_cr;    /* a following LF belongs to the last line end */
    bool after_start; /* a byte order mark no longer counts */
    bool is_too_long; /* an event exceeds SSE_EVENT_BYTES_MAX */
} SseParser;

void sse_open(SseParser *parser, Arena *arena, bool (*event)(void *state, Str type, Str data),
              void *state);
/* Parses the next bytes. False if `event` returned false, or if an event is too long; no call may
   follow then. An event without its final empty line is dropped, as the standard demands. */
bool sse_take(SseParser *parser, Str bytes) MUST_USE;
