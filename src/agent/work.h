/* The parts of a task that changes files. For the files of this module. */
#pragma once

#include "agent/turn.h"

typedef enum StepResult {
    STEP_ANSWERED,
    STEP_PLANNED,
    STEP_STAGED,
    STEP_UNFIT,
    STEP_UNMEANT, /* the answer says that its edits are not meant */
    STEP_CUT      /* the answer is not whole, and nothing of it was taken */
} StepResult;

/* One step: the window as it is, with its task, until edits are staged that pass the checks, or the
   model answers without edits. `first` says what is sent along with the first request, or what
   came. */
bool work_step(Agent *agent, const Turn *first, Str task, StepResult *result, Err *err) MUST_USE;

/* Does all steps of the approved plan in its order. Steps that do not touch each other are asked
   for at the same time (agent/along.h). */
bool work_plan(Agent *agent, StepResult *result, Err *err) MUST_USE;

/* Reports an edit of a file, with its diff. */
bool work_report_edit(Agent *agent, const EditFile *file, Str text, Err *err) MUST_USE;
/* Asks for each hunk of what is staged: it is taken, left, or edited by the user. */
bool work_choose(Agent *agent, Err *err) MUST_USE;
