/* Further memory of the store: symbols that sessions have viewed, and packs that were gathered a
   moment ago. */
#pragma once

#include "agent/store.h"

/* Symbols a session: some 20 for each of 50 questions. */
#define RECALL_VIEWED_MAX 1000
/* How long a pack may be given again. */
#define RECALL_PACK_SECONDS 300
/* Packs that are kept: as many as one asks in that time, times several programs. */
#define RECALL_PACKS_MAX 64

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

/* What the pack of a question depends on. */
typedef struct PackKey {
    Str root;
    Str question;
    uint64_t budget;
    uint64_t index_state; /* changes with the tree and the index */
} PackKey;

/* Keeps the JSON of a pack, unless it looks secret. */
bool recall_pack_put(AgentStore *store, const PackKey *key, Str json, Err *err) MUST_USE;
/* Empty if there is none of the last RECALL_PACK_SECONDS. */
bool recall_pack_get(AgentStore *store, Arena *arena, const PackKey *key, Str *json,
                     Err *err) MUST_USE;
