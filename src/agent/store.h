/* The store of sessions and usage: an SQLite file in the state directory, written after each step,
   so that a killed program loses at most the running request. Several programs may use it at once.
   Keys are never in it. */
#pragma once

#include "agent/window.h"
#include "base/json.h"

typedef struct AgentStore AgentStore;

/* Opens the store below $XDG_STATE_HOME/fovea (default ~/.local/state/fovea), mode 0700 and 0600. A
   store that cannot be written is read, or kept in memory for this run; *notice says so. */
bool store_open_agent(Arena *arena, AgentStore **store, Str *notice, Err *err) MUST_USE;
void store_close_agent(AgentStore **store);

typedef struct AgentSession {
    uint64_t id;
    Str root;
    Str title;             /* the first task, one line */
    int64_t created, used; /* seconds since 1970 */
    uint32_t turns;
    ChatUsage usage;
} AgentSession;
typedef VEC(AgentSession) AgentSessionVec;

bool session_create(AgentStore *store, Str root, Str title, uint64_t *id, Err *err) MUST_USE;
/* Sessions of a root (empty: all), last used first. */
bool session_list(AgentStore *store, Arena *arena, Str root, AgentSessionVec *sessions,
                  Err *err) MUST_USE;
/* Saves what changed of the window since the last save, in one transaction. */
bool session_save(AgentStore *store, uint64_t id, const Window *window, Err *err) MUST_USE;
/* Restores a session (`id` 0: the last one of the root). Context parts are left out if the file
   they show has changed or is gone: they are gathered anew, not trusted. */
bool session_load_window(AgentStore *store, Arena *arena, Str root, uint64_t *id, Window *window,
                         Err *err) MUST_USE;

/* Adds what a request used, on this day; `cost` in 1 / PRICE_UNIT, UINT64_MAX: unknown. */
bool usage_add(AgentStore *store, uint64_t session, const ChatUsage *usage, uint64_t cost,
               Err *err) MUST_USE;
typedef struct UsageDay {
    uint64_t tokens;   /* all kinds together */
    uint64_t cost;     /* of what has a price */
    bool cost_unknown; /* some requests had no price */
} UsageDay;
bool usage_today(AgentStore *store, UsageDay *day, Err *err) MUST_USE;
/* ERR_CAP, with what was reached, if a request of about `tokens` would exceed a cap (0: none). */
bool usage_check(const UsageDay *day, uint64_t tokens, uint64_t max_tokens, uint64_t max_cost,
                 Err *err) MUST_USE;
