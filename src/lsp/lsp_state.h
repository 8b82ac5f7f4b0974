/* The inside of the language server. One thread runs the event loop: it reads messages, keeps the
   client's texts and the live index of each root, and answers what needs no work. A root has a
   process that answers requests one after the other (the reader), and one that reviews. Both are
   forks, so they have the texts and the index as they were at that moment, and the reader is
   replaced when either has changed. A crash or a hang costs one answer. */
#pragma once

#include "base/rpc.h"
#include "index/live/live.h"
#include "lsp/lsp_documents.h"
#include "lsp/lsp_frame.h"
#include "lsp/lsp_process.h"
#include "tools/tool.h"

#include <poll.h>

/* Directories that a client may open. */
#define LSP_ROOTS_MAX 8
/* Requests that wait or run; further ones are refused. */
#define LSP_REQUESTS_MAX 1000
/* How long a request waits for an index that is being made or brought up to date. */
#define LSP_PATIENCE_MS 2000
/* A request that runs for longer hangs: its process is killed. */
#define LSP_ANSWER_MS 20000

typedef struct LspServer LspServer;
typedef struct LspRoot LspRoot;
typedef struct LspReader LspReader;

/* What a request needs besides its parameters. */
typedef enum LspNeed {
    LSP_NEEDS_TEXT,   /* the text of one file */
    LSP_NEEDS_NAMES,  /* the index with its names and places */
    LSP_NEEDS_CALLS,  /* … and calls */
    LSP_NEEDS_REVIEW, /* the findings of the present state; no process answers it */
} LspNeed;

typedef struct LspMethod {
    Str name;
    LspNeed need;
    /* The result; NULL with the fault. */
    Json *(*answer)(LspReader *reader, const Json *params, RpcFault *fault);
} LspMethod;

typedef struct LspRequest {
    struct LspRequest *next;
    Arena arena;
    const Json *id, *params;
    Str text;
    const LspMethod *method;
    LspRoot *root;
    int64_t since_ms; /* when it came; once it runs, when it began */
} LspRequest;

/* A file with findings. */
typedef struct LspPublished {
    uint64_t hash; /* of the parameters */
    bool seen;     /* in the running review */
    bool is_sent;  /* the client has them without having asked */
    Arena arena, text_arena;
    Str uri;
    Str all; /* the diagnostics, a JSON array */
} LspPublished;

/* More files with findings than a person reads. */
#define LSP_PUBLISHED_MAX 1000

/* Whether the client sees that the index is being made. */
typedef enum LspProgress {
    LSP_PROGRESS_NONE,
    LSP_PROGRESS_ASKED, /* the client has not answered yet */
    LSP_PROGRESS_SHOWN,
    LSP_PROGRESS_OVER,
} LspProgress;

struct LspRoot {
    LspServer *server; /* NULL: the slot is free */
    Arena arena;
    Str uri;  /* as the client spells it */
    Str path; /* the same as a path */
    Str real; /* without symbolic links */
    GitRepo repo;
    Str database;
    Str why; /* why there is no index; or empty */
    Live *live;
    uint64_t version; /* of the live index, when it was last looked at */
    LspProcess reader, reviewer;
    uint64_t reader_version, reader_serial; /* of the state that the reader has */
    LspRequest *running;                    /* that the reader works on */
    int64_t review_ms;                      /* when a review is due; 0: none is */
    int64_t changed_ms;                     /* of the first change that is not reviewed */
    int64_t head_ms;                        /* when the commit was last looked at */
    Arena head_arena;
    Str head;
    LspProgress progress;
    int64_t progress_ms; /* when it was last shown */
    bool is_reviewed;    /* once */
    Arena unreviewed_arena;
    Str unreviewed; /* why the last review said nothing; or empty */
    LspPublished *published;
    size_t published_count;
    bool pull_differs; /* findings that the client asks for have changed */
};

/* The life cycle. */
typedef enum LspPhase {
    LSP_NEW,
    LSP_READY,
    LSP_SHUT, /* after `shutdown` */
    LSP_OVER, /* after `exit` */
} LspPhase;

/* Abilities of the client. */
typedef struct LspClient {
    bool has_hierarchy; /* documentSymbol may have children */
    bool has_markdown;  /* in hovers */
    bool has_related;   /* diagnostics may have related places */
    bool may_pull;      /* it can ask for diagnostics */
    bool pulls;         /* it asks for those of open documents, and again when they change */
    bool has_progress;  /* it shows progress */
} LspClient;

struct LspServer {
    const ToolContext *context;
    LspFrames frames;
    ByteQueue out;
    LspDocuments documents;
    LspClient client;
    LspPhase phase;
    bool was_shut;  /* the client asked for `shutdown` */
    bool is_quiet;  /* the last message was a fault that was answered */
    uint64_t owner; /* process of the client; 0: unknown */
    LspRoot roots[LSP_ROOTS_MAX];
    size_t root_count;
    LspRequest *requests; /* that wait, oldest first */
    size_t request_count;
    bool ends;        /* end of input */
    bool reader_gone; /* nobody reads the output */
};

/* ---- lsp_front.c ---- */

/* Takes a message, or bytes that are no message. */
void lsp_front_take(LspServer *server, LspFrameKind kind, Str text);
void lsp_front_send(LspServer *server, Str message);
void lsp_front_notify(LspServer *server, Arena *arena, Str method, Json *params);
/* Shows a line in the client's log. */
void lsp_front_log(LspServer *server, Str text);
/* Answers a request with a fault and forgets it. */
void lsp_front_fail(LspRequest *request, RpcCode code, Str why);
void lsp_front_forget(LspRequest *request);

/* ---- lsp_root.c ---- */

void lsp_root_open(LspServer *server, Str uri, Str path);
void lsp_root_close(LspRoot *root);
/* The root that a path is in; the first if it is in none. */
LspRoot *lsp_root_of(LspServer *server, Str path);
/* A path relative to the repository of the root; empty if it is outside. */
Str lsp_root_relative(const LspRoot *root, Arena *arena, Str path);
/* The URI of a file of the root's repository, as the client spells it. */
Str lsp_root_uri(const LspRoot *root, Arena *arena, Str path);
/* Descriptors to wait for; gives the longest wait, -1: no limit. */
#define LSP_ROOT_FDS (LIVE_FDS + 2)
int lsp_root_fill(const LspRoot *root, struct pollfd fds[LSP_ROOT_FDS]);
/* Does what is due: the index, requests, a review. */
void lsp_root_step(LspRoot *root, const struct pollfd fds[LSP_ROOT_FDS]);
/* The texts or files have changed: a review is due. */
void lsp_root_changed(LspRoot *root);
/* Ends what the reader does. */
void lsp_root_drop_reader(LspRoot *root);
static inline bool lsp_root_is_open(const LspRoot *root)
{
    return root->server != NULL;
}
/* Whether the file of a URI is in its directory. */
bool lsp_root_has(const LspRoot *root, Arena *arena, Str uri);

/* ---- lsp_review.c ---- */

/* Starts the reviewer, which writes diagnostics; false if the system refuses a process. */
bool lsp_review_start(LspRoot *root);

/* ---- lsp_publish.c ---- */

void lsp_publish_begin(LspRoot *root);
/* Takes what the reviewer says. */
void lsp_publish_take(LspRoot *root);
/* A document was opened: diagnostics that the client asks for from now on are cleared. */
void lsp_publish_opened(LspRoot *root, Str uri);
/* Clears all diagnostics of a root. */
void lsp_publish_close(LspRoot *root);
/* Answers the requests for diagnostics that can be answered. */
void lsp_publish_answer(LspServer *server);

/* ---- lsp_progress.c ---- */

/* Shows how far the first index is, if the client wants to see it. */
void lsp_progress_step(LspRoot *root);
/* Takes the client's answer to a request of the server. */
void lsp_progress_answered(LspServer *server, const RpcMessage *message);

/* ---- lsp_reader.c ---- */

const LspMethod *lsp_reader_method(Str name);
/* The process: `state` is its root. */
void lsp_reader_serve(int fd, void *state);
