/* Further memory of the store: symbols that sessions have viewed. */
#pragma once

#include "agent/store.h"

/* Symbols a session: some 20 for each of 50 questions. */
#define RECALL_VIEWED_MAX 1000

typedef struct Viewed {
    Str handle;   /* path::Name */
    Str hash;     /* of what was shown */
    int64_t used; /* seconds since 1970; set by recall_view */
} Viewed;
typedef VEC(Viewed) ViewedVec;

/* Notes that a session has shown these, the last one last. */
bool recall_view(AgentStore *store, uint64_t session, const Viewed *viewed, size_t count,
                 Err *err) MUST_USE;
/* What a session has shown, last used first. */
bool recall_viewed(AgentStore *store, Arena *arena, uint64_t session, ViewedVec *viewed,
                   Err *err) MUST_USE;
