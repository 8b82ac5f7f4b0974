/* Incremental parser of Amazon's event streams (application/vnd.amazon.eventstream): frames of a
   length, headers, a payload and checksums. Input is untrusted and may be cut anywhere. */
#pragma once

#include "base/buf.h"
#include "base/limits.h"

/* The services send at most 16 MB, model servers some hundred bytes. */
#define AWS_EVENT_BYTES_MAX (8 * MB)

typedef struct AwsEvents {
    /* Receives a frame: the type of an event, an exception or an error, and its payload (of an
       error: its message), valid during the call. False ends the parsing. */
    bool (*event)(void *state, bool is_fault, Str type, Str payload);
    void *state;
    Buf bytes;      /* of an incomplete frame */
    bool is_broken; /* a frame is too long, or its checksum is wrong */
} AwsEvents;

void aws_events_open(AwsEvents *events, Arena *arena,
                     bool (*event)(void *state, bool is_fault, Str type, Str payload), void *state);
/* Parses the next bytes. False if `event` returned false, or if a frame is broken; no call may
   follow then. An incomplete frame at the end is dropped. */
bool aws_events_take(AwsEvents *events, Str bytes) MUST_USE;
