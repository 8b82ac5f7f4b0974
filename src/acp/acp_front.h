/* The front of `fovea acp`: reads the client's messages, keeps the list of sessions, and passes
   prompts to their processes. It does no work of its own, so it reacts at once even if all sessions
   are busy. It starts and reaches processes only through AcpHost. */
#pragma once

#include "acp/acp_options.h"
#include "base/byte_queue.h"
#include "base/limits.h"
#include "base/rpc.h"

/* Longest message. An embedded file of half this size fits, even if all of it must be escaped. */
#define ACP_LINE_BYTES_MAX (32 * MB)
/* Open sessions; each is a process. */
#define ACP_SESSIONS_MAX 64
/* Prompts of a session waiting for the running one. */
#define ACP_WAITING_MAX 8
/* Longest id of a request, which is kept while the request runs. */
#define ACP_ID_BYTES_MAX 256
/* Request ids of session N begin at N times this. */
#define ACP_REQUESTS_MAX 1000000

/* The first byte of a line between the front and the process of a session. */
typedef enum AcpTag {
    ACP_MESSAGE = 'm', /* to the session: a prompt, or an answer; from it: anything else */
    ACP_END = 'e',     /* from the session: the answer to its prompt */
    ACP_LOST = 'l'     /* to the session: a message was too long, perhaps the awaited one */
} AcpTag;

/* Memory shared by the front and the process of a session. Only the front writes it; the process
   reads the choice when a prompt begins. */
typedef struct AcpShared {
    volatile bool cancel; /* the running prompt must end */
    volatile uint8_t mode, model;
} AcpShared;

/* Abilities of the client. */
typedef struct AcpClient {
    bool reads, writes; /* files, including unsaved ones */
} AcpClient;

typedef struct AcpSession {
    uint32_t number; /* 0: the place is free */
    uint64_t stored; /* its number in the store of sessions; 0: not stored */
    bool is_loading; /* the running request is its loading, not a prompt */
    Arena arena;     /* id and directory */
    Str id, cwd;
    AcpClient client;
    AcpShared *shared;
    char running[ACP_ID_BYTES_MAX]; /* id of the running prompt, as JSON */
    size_t running_len;             /* 0: no prompt runs */
    char closing[ACP_ID_BYTES_MAX]; /* id of the request that closes it */
    size_t closing_len;
    ByteQueue waiting; /* prompts, a line each */
    unsigned waiting_count;
} AcpSession;

typedef struct AcpHost {
    /* Sends a message to the client, without a line end. */
    void (*put)(void *state, Str message);
    /* Starts the session's process. False if the system refuses. */
    bool (*start)(void *state, AcpSession *session);
    /* Sends a line to it. */
    void (*send)(void *state, AcpSession *session, AcpTag tag, Str line);
    /* Ends it. */
    void (*stop)(void *state, AcpSession *session);
    /* Writes to the program's log. */
    void (*log)(void *state, Str text);
    void *state;
} AcpHost;

typedef struct AcpFront {
    const AcpOptions *options;
    AcpHost host;
    Arena arena;    /* of the current message */
    Str root;       /* sessions must be in it; empty: anywhere */
    Str run;        /* makes ids of sessions unique across runs of the program */
    bool has_store; /* sessions are stored if possible */
    bool initialized;
    AcpClient client;
    uint32_t numbers; /* session numbers given so far */
    AcpSession sessions[ACP_SESSIONS_MAX];
} AcpFront;

void acp_front_open(AcpFront *front, const AcpOptions *options, AcpHost host, Str run);
/* Frees all sessions; their processes belong to the host. */
void acp_front_close(AcpFront *front);

/* Takes one message of the client. */
void acp_front_take(AcpFront *front, Str line);
/* The client sent a message of more than ACP_LINE_BYTES_MAX, which was skipped. */
void acp_front_take_too_long(AcpFront *front);
/* Takes a message of a session's process. */
void acp_front_take_from(AcpFront *front, AcpSession *session, AcpTag tag, Str line);
/* A session's process has ended. */
void acp_front_lose(AcpFront *front, AcpSession *session);
/* End of input: all prompts are cancelled. */
void acp_front_cancel_all(AcpFront *front);
