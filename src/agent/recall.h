/* Another table of the store: the symbols that sessions have viewed. */
#pragma once

#include "agent/agent_store.h"

/* Symbols for each session: some 20 for each of 50 questions. */
#define RECALL_VIEWED_MAX 1000

typedef struct Viewed {
    Str handle;   /* path::Name */
    Str hash;     /* hash of the shown text */
    int64_t used; /* seconds since 1970; set by recall_view */
} Viewed;
typedef VEC(Viewed) ViewedVec;

/* Notes that a session has shown these symbols, the latest last. */
bool recall_view(AgentStore *store, uint64_t session, const Viewed *viewed, size_t count,
                 Err *err) MUST_USE;
/* The symbols that a session has shown, last used first. */
bool recall_viewed(AgentStore *store, Arena *arena, uint64_t session, ViewedVec *viewed,
                   Err *err) MUST_USE;
