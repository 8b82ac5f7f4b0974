/* What setting up an agent, or undoing it, changes: every file is read, parsed and edited in memory
   before the first is written. */
#pragma once

#include "base/fs_edit.h"
#include "setup/item.h"

typedef struct SetupRequest {
    const Agent *agent;
    bool remove;
    bool hook;
    bool instructions;
    Str project; /* its root; empty: for the user */
    Str command; /* how the agent starts this program */
} SetupRequest;

typedef struct SetupChange {
    const SetupItem *item;
    Str shown; /* the file, for people */
    FsEdit edit;
    SetupState state; /* before */
    bool changes;     /* the file is to be written, or removed: */
    EditText after;
    const Agent *shared_with; /* not removed: this one needs it too */
} SetupChange;

typedef struct SetupPlan {
    SetupChange changes[SETUP_ITEMS_MAX];
    size_t count;
} SetupPlan;

/* Errors: a file that cannot be read, or not parsed. */
bool setup_plan(Arena *arena, const SetupRequest *request, SetupPlan *plan, Err *err) MUST_USE;
void setup_plan_close(SetupPlan *plan); /* works as SCOPED(setup_plan_close) */

/* Whether the agent's server is set up, and in which file (for people). */
bool setup_look(Arena *arena, const SetupRequest *request, SetupState *state, Str *shown,
                Err *err) MUST_USE;

/* Keeps what was there as backup, then writes or removes the file. *backup is where, for people;
   empty when there was nothing, or nothing but what setup had written. */
bool setup_apply(Arena *arena, const SetupChange *change, Str *backup, Err *err) MUST_USE;

/* The change of a file as a unified diff. */
void setup_put_diff(Buf *out, const SetupChange *change);
