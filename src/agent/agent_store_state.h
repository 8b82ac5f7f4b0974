/* The state of a store, for the files of this module. */
#pragma once

#include "agent/agent_store.h"
#include "base/buf.h"
#include "base/hash.h"
#include "index/store/db.h"

/* A session that this program created or loaded, as last saved. */
typedef struct KnownSession {
    AgentSession info;
    uint64_t revision;   /* in the file at the last save; another program's save changes it */
    bool whole;          /* the next save writes all parts */
    VEC(uint64_t) parts; /* hashes of the rows, by position in the window */
} KnownSession;

struct AgentStore {
    Arena *arena;
    Db *db;
    Str path; /* empty: no file */
    int wait_ms;
    int64_t (*now)(void);
    uint64_t max_bytes;
    bool private;  /* in memory */
    bool garbage;  /* some texts may be unreferenced */
    uint64_t file; /* identity of the open file; 0 in memory */
    Buf notices;
    VEC(Str) keys;
    uint64_t held, held_day; /* tokens reserved for the running request, and their day */
    VEC(KnownSession) known;
};

/* ---- store.c ---- */

/* A step may be repeated, in another database, after a failure: it changes only the database, and
   results that it sets again. */
typedef bool (*StoreStep)(AgentStore *store, void *state, Err *err);
/* Runs a step as one transaction. If the file is damaged or read-only, repairs it or continues in
   memory, and runs the step again. */
bool agent_store_write(AgentStore *store, StoreStep step, void *state, Err *err) MUST_USE;
/* The same for a step that only reads. */
bool agent_store_read(AgentStore *store, StoreStep step, void *state, Err *err) MUST_USE;
void agent_store_tell_user(AgentStore *store, Str notice);

/* ---- store_text.c ---- */

/* A larger text does not fit into any window, and is not kept. */
#define STORE_TEXT_BYTES_MAX (16 * MB)

/* A text without secrets and keys. */
Str agent_store_clean(const AgentStore *store, Arena *arena, Str text);
/* Compresses and decompresses. An empty text is an empty frame. */
Str agent_store_pack(Arena *arena, Str text);
bool agent_store_unpack(Arena *arena, Str frame, Str *text) MUST_USE;
/* Stores a clean text once; *row is 0 for an empty or too large text. Adds its stored size to
 *bytes. */
bool agent_store_text_put(AgentStore *store, Arena scratch, Str text, uint64_t *row,
                          uint64_t *bytes, Err *err) MUST_USE;
/* Empty if missing or damaged. */
Str agent_store_text_get(AgentStore *store, Arena *arena, uint64_t row);
/* Deletes texts that no part refers to. */
bool agent_store_text_sweep(AgentStore *store, Err *err) MUST_USE;

/* ---- store_session.c ---- */

KnownSession *agent_store_known(const AgentStore *store, uint64_t id);
KnownSession *agent_store_learn(AgentStore *store, const AgentSession *info);
/* The columns that store_session_at reads. */
#define SESSION_COLUMNS \
    "id, revision, root, title, model, created, used, turns, requests, input, output, " \
    "cache_read, cache_write, usage_known, cost, cost_unknown"
AgentSession agent_store_session_at(Statement *row, Arena *arena);
/* Writes the row of a session. `id` 0: a new one. */
typedef struct SessionRow {
    const AgentSession *info;
    uint64_t id, revision;
    Str plan, approved, staged; /* packed */
} SessionRow;
bool agent_store_session_put(AgentStore *store, SessionRow *row, Err *err) MUST_USE;
/* Drops sessions beyond the limits, but not `keep`. */
bool agent_store_trim(AgentStore *store, uint64_t keep, Err *err) MUST_USE;
