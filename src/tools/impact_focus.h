/* The subject of a question about impact. */
#pragma once

#include "tools/impact_diff.h"

/* Finds what changes: a named symbol with its members, a directory or module, or the symbols of a
   diff. */
bool impact_focus(ToolCall *call, IndexSession *session, ImpactDiff *diff, Err *err) MUST_USE;
/* Whether the question is about a diff: --diff, --staged, or a symbol that is a range for git
   (`HEAD~3..`). */
bool impact_by_diff(const ToolCall *call);
