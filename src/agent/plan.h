/* Plans: what a model means to do, as subtasks with files and an order. */
#pragma once

#include "agent/lookup.h"
#include "base/json.h"
#include "base/vec.h"

/* Subtasks of one plan that count; a task that needs more is several tasks. */
#define PLAN_TASKS_MAX 32
_Static_assert(PLAN_TASKS_MAX <= LOOKUP_GROUPS_MAX, "each subtask is a group of a look-up");

typedef struct PlanTask {
    uint32_t number; /* as written */
    Str intent;
    VEC(Str) targets;    /* paths, or path::Name */
    VEC(uint32_t) after; /* numbers of the subtasks that come first */
    uint32_t waits;      /* bit i: the task at i in the plan is earlier, and this one touches it */
    bool done;
} PlanTask;

typedef struct Plan {
    VEC(PlanTask) tasks; /* in an order in which each comes after those that it depends on */
    Str why;             /* why the order is not the one as written; empty: it is */
} Plan;

/* Whether a line opens the block of a plan. */
bool plan_is_mark(Str line);
/* Reads the block ```plan of a reply: lines `1. intent (path, path::Name) after 2, 3`. No block: no
   tasks. A circle of dependencies is broken where it closes. Each task waits for all before it.
   Strings are copied. */
Plan plan_read(Arena *arena, Str reply);
/* Orders the tasks by what their targets are: types, functions, their callers, tests. Never against
   `after`. Two tasks touch if one is after the other, or uses it, if they have a file in common, if
   only one is of tests, or if that is not known. Without an index the order stays, and each touches
   all. */
void plan_order(Arena *arena, const ToolContext *context, Plan *plan);
/* The same, by what is known of each task's targets. */
void plan_arrange(Arena *arena, Plan *plan, const LookupGroup *groups);
/* Reads what plan_value gave; none if the text is something else. */
Plan plan_restore(Arena *arena, Str json);
/* The paths of all targets. */
size_t plan_files(Arena *arena, const Plan *plan, const Str **files);
Str plan_text(Arena *arena, const Plan *plan);
Json *plan_value(Arena *arena, const Plan *plan);
