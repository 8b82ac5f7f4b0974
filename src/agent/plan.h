/* Plans: the changes that a model proposes, as subtasks with files and an order. */
#pragma once

#include "agent/index_lookup.h"
#include "base/json.h"
#include "base/vec.h"

/* At most this many subtasks of a plan count; a larger task is several tasks. */
#define PLAN_TASKS_MAX 32
_Static_assert(PLAN_TASKS_MAX <= LOOKUP_GROUPS_MAX, "each subtask is a group of a look-up");

typedef struct PlanTask {
    uint32_t number; /* as written */
    Str intent;
    VEC(Str) targets;    /* paths, or path::Name */
    VEC(uint32_t) after; /* numbers of the subtasks that come first */
    uint32_t waits;      /* bit i: the task at i in the plan is earlier and touches the same code */
    bool done;
} PlanTask;

typedef struct Plan {
    VEC(PlanTask) tasks; /* in dependency order */
    Str why;             /* why the order differs from the written one; empty: it does not */
} Plan;

/* Whether a line opens the block of a plan. */
bool plan_is_mark(Str line);
/* Reads the block ```plan of a reply: lines `1. intent (path, path::Name) after 2, 3`. No block: no
   tasks. A cycle of dependencies is broken at the edge that closes it. Each task waits for all
   before it. Strings are copied. */
Plan plan_read(Arena *arena, Str reply);
/* Orders the tasks by their targets: types, functions, their callers, tests. Never against `after`.
   Two tasks touch if one is after the other or uses it, if they share a file, if only one is about
   tests, or if this is unknown. Without an index the order stays, and all tasks touch. */
void plan_order(Arena *arena, const ToolContext *context, Plan *plan);
/* The same, from known facts about each task's targets. */
void plan_arrange(Arena *arena, Plan *plan, const LookupGroup *groups);
/* Reads the output of plan_value; an empty plan if the text is something else. */
Plan plan_restore(Arena *arena, Str json);
/* The paths of all targets. */
size_t plan_files(Arena *arena, const Plan *plan, const Str **files);
Str plan_text(Arena *arena, const Plan *plan);
Json *plan_value(Arena *arena, const Plan *plan);
