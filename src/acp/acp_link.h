/* The connection between the process of a session and its client, through the front
   (acp_front.h). */
#pragma once

#include "acp/acp_front.h"

/* A client's answer about a file takes no longer; a person's may. */
#define ACP_ANSWER_MS 30000

typedef struct AcpLink {
    int fd; /* to the front */
    ByteQueue in;
    Str id;            /* of the session */
    uint64_t requests; /* the number of the last request */
    const AcpShared *shared;
    bool is_writing; /* requests continue when the prompt is cancelled */
} AcpLink;

/* A link of the session with this number. */
void acp_link_open(AcpLink *link, int fd, const AcpSession *session);

/* Waits for the next prompt. False if the front is gone. The message is valid until the next
   call. */
bool acp_link_next(AcpLink *link, Str *message) MUST_USE;
/* Sends the answer to the prompt. False if the front is gone. */
bool acp_link_end(AcpLink *link, Str message) MUST_USE;
/* Sends a `session/update` with this value. ERR_READER_GONE. */
bool acp_link_update(AcpLink *link, Arena scratch, Json *update, Err *err) MUST_USE;

typedef enum AcpReply {
    ACP_REPLIED,
    ACP_REFUSED,   /* an error response */
    ACP_SILENT,    /* no answer in time, or too long */
    ACP_CANCELLED, /* the prompt was cancelled meanwhile */
    ACP_GONE
} AcpReply;
/* Sends a request, and waits for its result; `sessionId` is added to the parameters. `wait_ms` 0:
   for ever. */
AcpReply acp_link_ask(AcpLink *link, Arena *arena, Str method, Json *params, int wait_ms,
                      const Json **result);
