/* Plan of setting up an agent, or undoing it: every file is read, parsed and edited in memory
   before the first is written. */
#pragma once

#include "base/fs_edit.h"
#include "setup/item.h"

typedef struct SetupRequest {
    const Agent *agent;
    bool remove;
    bool hook;
    bool instructions;
    bool lsp;
    Str project; /* its root; empty: for the user */
    Str command; /* how the agent starts this program */
} SetupRequest;

typedef struct SetupFile {
    Str shown; /* its path, for display */
    FsEdit edit;
    EditText after;
    bool changes; /* it will be written or removed */
    bool foreign; /* setup did not write all of the text to remove */
} SetupFile;

typedef struct SetupChange {
    const SetupItem *item;
    SetupFile *file;
    SetupState state; /* state before the change */
    bool changes;
    const Agent *shared_with; /* not removed: this one needs it too */
} SetupChange;

typedef struct SetupPlan {
    SetupChange changes[SETUP_ITEMS_MAX];
    size_t count;
    SetupFile files[SETUP_ITEMS_MAX];
    size_t file_count;
} SetupPlan;

/* Makes the plan. Fails if a file cannot be read or parsed. The plan must not be moved in memory.
 */
bool setup_plan(Arena *arena, const SetupRequest *request, SetupPlan *plan, Err *err) MUST_USE;
void setup_plan_close(SetupPlan *plan); /* works as SCOPED(setup_plan_close) */

/* Whether the agent's server is set up, and in which file (for display). */
bool setup_look(Arena *arena, const SetupRequest *request, SetupState *state, Str *shown,
                Err *err) MUST_USE;

/* Writes or removes the file, after a backup of its former content. *backup is the backup's path
   for display; it is empty if the file had only text written by setup. */
bool setup_apply(Arena *arena, const SetupFile *file, Str *backup, Err *err) MUST_USE;

/* The change of a file as a unified diff. */
bool setup_put_diff(Buf *out, Arena scratch, const SetupFile *file, Err *err) MUST_USE;
