/* The phases of a task that changes files. For the files of this module. */
#pragma once

#include "agent/turn.h"
#include "edit/run_check.h"

typedef enum StepResult {
    STEP_ANSWERED,
    STEP_PLANNED,
    STEP_STAGED,
    STEP_UNFIT,
    STEP_UNMEANT,  /* the answer disowns its edits */
    STEP_DOUBTFUL, /* nobody watches, and the answer may take its edits back */
    STEP_CUT       /* the answer is incomplete, and nothing of it was taken */
} StepResult;

/* One step: sends the window with the task until staged edits pass the checks, or the model answers
   without edits. `first` has the requests to send in parallel with the first one, or a reply
   already received. */
bool work_step(Agent *agent, const Turn *first, Str task, StepResult *result, Err *err) MUST_USE;

/* Does all steps of the approved plan in its order. Steps that do not touch each other are
   requested in parallel (agent/along.h). */
bool work_plan(Agent *agent, StepResult *result, Err *err) MUST_USE;

/* Reports an edit of a file, with its diff. */
bool work_report_edit(Agent *agent, const EditFile *file, Str text, Err *err) MUST_USE;
/* Reports the run of a command that the user allows. */
bool work_report_run(Agent *agent, Str command, const RunCheck *run, Err *err) MUST_USE;
/* Asks for each staged hunk: the user takes it, leaves it, or edits it. */
bool work_choose(Agent *agent, Err *err) MUST_USE;
