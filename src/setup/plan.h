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

typedef struct SetupFile {
    Str shown; /* its path, for people */
    FsEdit edit;
    EditText after;
    bool changes; /* it is to be written, or removed */
    bool foreign; /* what is removed is not all as setup wrote it */
} SetupFile;

typedef struct SetupChange {
    const SetupItem *item;
    SetupFile *file;
    SetupState state; /* before */
    bool changes;
    const Agent *shared_with; /* not removed: this one needs it too */
} SetupChange;

typedef struct SetupPlan {
    SetupChange changes[SETUP_ITEMS_MAX];
    size_t count;
    SetupFile files[SETUP_ITEMS_MAX];
    size_t file_count;
} SetupPlan;

/* Errors: a file that cannot be read, or not parsed. The plan must stay where it is. */
bool setup_plan(Arena *arena, const SetupRequest *request, SetupPlan *plan, Err *err) MUST_USE;
void setup_plan_close(SetupPlan *plan); /* works as SCOPED(setup_plan_close) */

/* Whether the agent's server is set up, and in which file (for people). */
bool setup_look(Arena *arena, const SetupRequest *request, SetupState *state, Str *shown,
                Err *err) MUST_USE;

/* Keeps what was there as backup, then writes or removes the file. *backup is where, for people;
   empty when there was nothing, or nothing but what setup had written. */
bool setup_apply(Arena *arena, const SetupFile *file, Str *backup, Err *err) MUST_USE;

/* The change of a file as a unified diff. */
void setup_put_diff(Buf *out, const SetupFile *file);
