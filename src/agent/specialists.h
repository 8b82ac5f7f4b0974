/* Reviewers that ask a model about a change: security, testing, architecture, performance. They are
   rules of review (src/review/rules.def), off unless `fovea review --model` is given, so that their
   findings are suppressed, counted and reported like all others. A finding must be on lines of the
   change. */
#pragma once

#include "tools/tool.h"

/* For ToolContext.specialists. */
extern const ToolSpecialists agent_specialists;
