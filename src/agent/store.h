/* The store of the agent: one SQLite file in the state directory, shared by all repositories and by
   all programs that run at once. It holds sessions and what models used, written after each step,
   so that a killed program loses at most the running request.

   A file that cannot be written is copied into memory for this run, a damaged one is set aside and
   begun anew; agent_store_notice says so. Texts that look secret, and keys, are never in it. */
#pragma once

#include "agent/window.h"
#include "base/err.h"

/* Sessions that are kept; the least recently used go first. A list of more helps nobody. */
#define AGENT_SESSIONS_MAX 200
/* The whole file. Sessions beyond are dropped, the least recently used first. */
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
/* Takes what happened that a user should know, a line each; mostly empty. To be asked after opening
   and after each write. */
Str agent_store_notice(AgentStore *store);
/* Whether nothing of this run will be there in the next one. */
bool agent_store_is_private(const AgentStore *store);
/* Keeps a key out of the store, wherever it occurs in a text. Words of less than 8 bytes, which
   local servers take for keys, are not hidden. */
void agent_store_hide(AgentStore *store, Str key);

/* ---- sessions ---- */

typedef struct AgentSession {
    uint64_t id;
    Str root;
    Str title;             /* the first task, one line */
    Str model;             /* provider/name */
    int64_t created, used; /* seconds since 1970 */
    uint32_t turns;        /* that have ended */
    uint32_t requests;
    ChatUsage usage;
    uint64_t cost;     /* of the requests that have a price, in 1 / PRICE_UNIT */
    bool cost_unknown; /* some requests had none */
} AgentSession;
typedef VEC(AgentSession) AgentSessionVec;

/* A part that was not restored: its file has changed, or is unknown. */
typedef struct SessionStale {
    Str name;
    Str path; /* of the file; empty: several, or unknown */
    WindowPlace place;
    bool pinned;
} SessionStale;
typedef VEC(SessionStale) SessionStaleVec;

/* What of a session is saved, apart from its totals. */
typedef struct SessionState {
    Window *window;
    Str model;   /* provider/name */
    Str plan;    /* opaque; empty: none */
    Str staged;  /* opaque; empty: nothing */
    bool unkept; /* set by agent_session_save: `staged` is not stored, since it is too large or has
                    what looks secret */
    Str *approved; /* what the user has agreed to for the whole session */
    size_t approved_count;
    SessionStaleVec stale; /* set by agent_session_load */
} SessionState;

bool agent_session_create(AgentStore *store, Str root, Str title, uint64_t *id, Err *err) MUST_USE;
/* Draws a number for a session that begins later, or never; no other session gets it. */
bool agent_session_reserve(AgentStore *store, uint64_t *id, Err *err) MUST_USE;
/* Creates the session of a reserved number. */
bool agent_session_create_reserved(AgentStore *store, Str root, Str title, uint64_t id,
                                   Err *err) MUST_USE;
/* Deletes a session. That there is none is no error. */
bool agent_session_delete(AgentStore *store, uint64_t id, Err *err) MUST_USE;
/* Sessions of a root (empty: all), last used first. */
bool agent_session_list(AgentStore *store, Arena *arena, Str root, AgentSessionVec *sessions,
                        Err *err) MUST_USE;
/* Saves what changed since the last save, in one transaction. *id changes if another program went
   on with the same session meanwhile: then both are kept, and a notice says so. After a failure the
   next save includes what this one lacks. */
bool agent_session_save(AgentStore *store, uint64_t *id, SessionState *state, Err *err) MUST_USE;

/* Restores a session (*id 0: the last used of the root) into an empty window. Context is restored
   only if the file that it shows is still the same; the rest is in state->stale, to be gathered
   anew. ERR_NOT_FOUND: there is no such session of the root. */
bool agent_session_load(AgentStore *store, Arena *arena, Str root, uint64_t *id,
                        SessionState *state, Err *err) MUST_USE;
/* The session as this program knows it, after it was created or loaded; else NULL. Valid until the
   next one is. */
const AgentSession *agent_session(const AgentStore *store, uint64_t id);

/* ---- usage ---- */

/* No price is known, or none is a cap. The same as PRICE_UNKNOWN of settings. */
#define COST_UNKNOWN UINT64_MAX

/* Adds what a request used, to the session and to this day (UTC), instead of what was held for it.
 * `cost` in 1 / PRICE_UNIT. */
bool agent_usage_add(AgentStore *store, uint64_t session, const ChatUsage *usage, uint64_t cost,
                     Err *err) MUST_USE;

/* What all programs used on one day. */
typedef struct UsageDay {
    uint32_t requests;
    uint64_t tokens;   /* all kinds together */
    uint64_t cost;     /* of the requests that have a price */
    bool cost_unknown; /* some requests had none */
} UsageDay;
bool agent_usage_today(AgentStore *store, UsageDay *day, Err *err) MUST_USE;

typedef struct UsageCaps {
    uint64_t tokens; /* of a day, by all programs; 0: none */
    uint64_t cost;   /* of a session; COST_UNKNOWN: none */
} UsageCaps;
/* ERR_CAP, with what was reached, if a request of about `tokens` and `cost` would exceed a cap.
   `session` may be NULL: nothing is used yet. A cost that is unknown fails where it is capped and
   tokens are not. */
bool agent_usage_check(const UsageDay *day, const AgentSession *session, const UsageCaps *caps,
                       uint64_t tokens, uint64_t cost, Err *err) MUST_USE;
/* Checks the caps with what the day and the session have used, and holds `tokens` of the day until
   agent_usage_add or agent_usage_release, so that programs at the same time keep within the cap
   together. What a killed program held stays counted. ERR_CAP, too, if the day has a cap and
   nothing can be stored. */
bool agent_usage_reserve(AgentStore *store, uint64_t session, const UsageCaps *caps,
                         uint64_t tokens, uint64_t cost, Err *err) MUST_USE;
/* Gives back what is held: nothing was used. */
void agent_usage_release(AgentStore *store);
