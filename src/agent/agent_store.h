/* The store of the agent: one SQLite file in the state directory, shared by all repositories and by
   all running programs. It holds sessions and the usage of models, written after each step, so a
   killed program loses at most the running request.

   A read-only file is copied into memory for this run; a damaged one is set aside and replaced.
   agent_store_notice reports both. Texts that look secret, and keys, are never in it. */
#pragma once

#include "agent/window.h"
#include "base/err.h"

/* Sessions kept; the least recently used are dropped first. Nobody reads a longer list. */
#define AGENT_SESSIONS_MAX 200
/* Size of the whole file. The least recently used sessions beyond it are dropped. */
#define AGENT_STORE_BYTES_MAX (64 * MB)
/* Compressed staged edits of a session. Larger ones are not kept: a change of 100 files of 10 KB
   takes less. */
#define AGENT_STAGED_BYTES_MAX (512 * KB)
/* Compressed texts of one session; beyond it, the oldest context is left out. A window of 100,000
   tokens takes about 100 KB. */
#define AGENT_SESSION_BYTES_MAX (1 * MB)

typedef struct AgentStore AgentStore;

typedef struct AgentStoreOptions {
    Str path;             /* empty: below $XDG_STATE_HOME/fovea, or ~/.local/state/fovea */
    int wait_ms;          /* how long to wait for another writer; 0: the default */
    int64_t (*now)(void); /* seconds since 1970; NULL: the clock */
    uint64_t max_bytes;   /* of the file; 0: AGENT_STORE_BYTES_MAX */
} AgentStoreOptions;

/* The path of a file that outlives sessions: below $XDG_STATE_HOME/fovea, or ~/.local/state/fovea.
   Empty when neither variable is set. */
Str agent_state_path(Arena *arena, Str name);
/* Opens the store, or makes one in a directory of mode 0700, with mode 0600. Fails only if not even
   memory can be used. The store must be closed before its arena is. */
bool agent_store_open(Arena *arena, const AgentStoreOptions *options, AgentStore **store,
                      Err *err) MUST_USE;
void agent_store_close(AgentStore **store); /* works as SCOPED(agent_store_close) */
/* Takes the notices for the user, one a line; mostly empty. Call it after opening and after each
   write. */
Str agent_store_notice(AgentStore *store);
/* Whether the store is in memory only, and lost at exit. */
bool agent_store_is_private(const AgentStore *store);
/* Redacts a key wherever it occurs in stored texts. Words of less than 8 bytes, which local servers
   accept as keys, are not redacted. */
void agent_store_hide(AgentStore *store, Str key);

/* ---- sessions ---- */

typedef struct AgentSession {
    uint64_t id;
    Str root;
    Str title;             /* the first task, one line */
    Str model;             /* provider/name */
    int64_t created, used; /* seconds since 1970 */
    uint32_t turns;        /* completed turns */
    uint32_t requests;
    ChatUsage usage;
    uint64_t cost;     /* of the requests with a known price, in 1 / PRICE_UNIT */
    bool cost_unknown; /* some requests had no known price */
} AgentSession;
typedef VEC(AgentSession) AgentSessionVec;

/* A part that was not restored: its file has changed or is unknown. */
typedef struct SessionStale {
    Str name;
    Str path; /* of the file; empty: several, or unknown */
    WindowPlace place;
    bool pinned;
} SessionStale;
typedef VEC(SessionStale) SessionStaleVec;

/* The saved state of a session, apart from its totals. */
typedef struct SessionState {
    Window *window;
    Str model;     /* provider/name */
    Str plan;      /* opaque; empty: no plan */
    Str staged;    /* opaque; empty: nothing staged */
    bool unkept;   /* set by agent_store_save: `staged` is not stored, since it is too large or
                      seems to contain a secret */
    Str *approved; /* commands that the user approved for the whole session */
    size_t approved_count;
    SessionStaleVec stale; /* set by agent_store_load */
} SessionState;

bool agent_store_create(AgentStore *store, Str root, Str title, uint64_t *id, Err *err) MUST_USE;
/* Reserves a number for a session that begins later, or never; no other session gets it. */
bool agent_store_reserve(AgentStore *store, uint64_t *id, Err *err) MUST_USE;
/* Creates the session of a reserved number. */
bool agent_store_create_reserved(AgentStore *store, Str root, Str title, uint64_t id,
                                 Err *err) MUST_USE;
/* Deletes a session. A missing session is no error. */
bool agent_store_delete(AgentStore *store, uint64_t id, Err *err) MUST_USE;
/* Sessions of a root (empty: all), last used first. */
bool agent_store_list(AgentStore *store, Arena *arena, Str root, AgentSessionVec *sessions,
                      Err *err) MUST_USE;
/* Saves the changes since the last save, in one transaction. *id changes if another program
   continued the same session meanwhile: then both are kept, with a notice. After a failure the next
   save includes the lost changes. */
bool agent_store_save(AgentStore *store, uint64_t *id, SessionState *state, Err *err) MUST_USE;

/* Restores a session (*id 0: the last used of the root) into an empty window. Context is restored
   only if its file is unchanged; the rest is in state->stale, to be gathered again. ERR_NOT_FOUND:
   the root has no such session. */
bool agent_store_load(AgentStore *store, Arena *arena, Str root, uint64_t *id, SessionState *state,
                      Err *err) MUST_USE;
/* The session as this program created or loaded it; else NULL. Valid until the next create or
   load. */
const AgentSession *agent_session(const AgentStore *store, uint64_t id);

/* ---- usage ---- */

/* An unknown price, or no cap. The same as PRICE_UNKNOWN of settings. */
#define COST_UNKNOWN UINT64_MAX

/* Adds the usage of a request to the session and to this day (UTC), in place of its reservation.
 * `cost` in 1 / PRICE_UNIT. */
bool agent_usage_add(AgentStore *store, uint64_t session, const ChatUsage *usage, uint64_t cost,
                     Err *err) MUST_USE;

/* The usage of all programs on one day. */
typedef struct UsageDay {
    uint32_t requests;
    uint64_t tokens;   /* all kinds together */
    uint64_t cost;     /* of the requests with a known price */
    bool cost_unknown; /* some requests had no known price */
} UsageDay;
bool agent_usage_today(AgentStore *store, UsageDay *day, Err *err) MUST_USE;

typedef struct UsageCaps {
    uint64_t tokens; /* of a day, by all programs; 0: no cap */
    uint64_t cost;   /* of a session; COST_UNKNOWN: no cap */
} UsageCaps;
/* ERR_CAP, naming the cap, if a request of about `tokens` and `cost` would exceed a cap. `session`
   may be NULL: no usage yet. An unknown cost fails if cost is capped and tokens are not. */
bool agent_usage_check(const UsageDay *day, const AgentSession *session, const UsageCaps *caps,
                       uint64_t tokens, uint64_t cost, Err *err) MUST_USE;
/* Checks the caps against the usage of the day and the session, and reserves `tokens` of the day
   until agent_usage_add or agent_usage_release, so that concurrent programs keep within the cap
   together. The reservation of a killed program stays counted. ERR_CAP also if the day has a cap
   and nothing can be stored. */
bool agent_usage_reserve(AgentStore *store, uint64_t session, const UsageCaps *caps,
                         uint64_t tokens, uint64_t cost, Err *err) MUST_USE;
/* Releases the reservation: nothing was used. */
void agent_usage_release(AgentStore *store);
