/* The front of `fovea acp`: reads the client's messages, keeps the list of sessions, and passes
   prompts to their processes. It does no work of its own, so it reacts at once, whatever the
   sessions do. It starts and reaches processes through AcpHost only. */
#pragma once

#include "acp/acp_options.h"
#include "acp/acp_queue.h"
#include "base/limits.h"
#include "base/rpc.h"

/* One message. An embedded file of half this size fits, even if all of it has to be escaped. */
#define ACP_LINE_BYTES_MAX (32 * MB)
/* Open sessions; each is a process. */
#define ACP_SESSIONS_MAX 64
/* Prompts of a session that wait for the one that runs. */
#define ACP_WAITING_MAX 8
/* A request's id, which is kept as long as it runs. */
#define ACP_ID_BYTES_MAX 256
/* A session's requests have numbers above its own times this. */
#define ACP_REQUESTS_MAX 1000000

/* The first byte of a line between the front and the process of a session. */
typedef enum AcpTag {
    ACP_MESSAGE = 'm', /* to the session: a prompt, or an answer; from it: anything else */
    ACP_END = 'e',     /* from the session: the answer to its prompt */
    ACP_LOST = 'l'     /* to the session: a message was too long, perhaps the one it waits for */
} AcpTag;

/* Memory that the front shares with the process of a session. The front alone writes it; the
   process reads the choice when a prompt begins. */
typedef struct AcpShared {
    volatile bool cancel; /* the prompt that runs is to end */
    volatile uint8_t mode, model;
} AcpShared;

/* What the client can do. */
typedef struct AcpClient {
    bool reads, writes; /* files, also unsaved ones */
} AcpClient;

typedef struct AcpSession {
    uint32_t number; /* 0: the place is free */
    uint64_t stored; /* its number in the store of sessions; 0: it is not stored */
    bool is_loading; /* what runs is no prompt, but its loading */
    Arena arena;     /* id and directory */
    Str id, cwd;
    AcpClient client;
    AcpShared *shared;
    char running[ACP_ID_BYTES_MAX]; /* id of the prompt that runs, as JSON */
    size_t running_len;             /* 0: none runs */
    char closing[ACP_ID_BYTES_MAX]; /* id of the request that closes it */
    size_t closing_len;
    AcpQueue waiting; /* prompts, a line each */
    unsigned waiting_count;
} AcpSession;

typedef struct AcpHost {
    /* Sends a message to the client, without a line end. */
    void (*put)(void *state, Str message);
    /* Starts the session's process. False: the system refuses. */
    bool (*start)(void *state, AcpSession *session);
    /* Sends a line to it. */
    void (*send)(void *state, AcpSession *session, AcpTag tag, Str line);
    /* Ends it. */
    void (*stop)(void *state, AcpSession *session);
    /* Tells whoever reads the program's log. */
    void (*log)(void *state, Str text);
    void *state;
} AcpHost;

typedef struct AcpFront {
    const AcpOptions *options;
    AcpHost host;
    Arena arena;    /* of the message at hand */
    Str root;       /* sessions must be in it; empty: anywhere */
    Str run;        /* makes ids of sessions unique across runs of the program */
    bool has_store; /* sessions are stored where that is possible */
    bool initialized;
    AcpClient client;
    uint32_t numbers; /* given to sessions so far */
    AcpSession sessions[ACP_SESSIONS_MAX];
} AcpFront;

void acp_front_open(AcpFront *front, const AcpOptions *options, AcpHost host, Str run);
/* Forgets all sessions; their processes are the host's. */
void acp_front_close(AcpFront *front);

/* Takes one message of the client. */
void acp_front_take(AcpFront *front, Str line);
/* The client sent a message of more than ACP_LINE_BYTES_MAX, which was skipped. */
void acp_front_take_too_long(AcpFront *front);
/* Takes a message of a session's process. */
void acp_front_take_from(AcpFront *front, AcpSession *session, AcpTag tag, Str line);
/* A session's process has ended. */
void acp_front_lose(AcpFront *front, AcpSession *session);
/* There is no more input: all prompts are cancelled. */
void acp_front_cancel_all(AcpFront *front);
