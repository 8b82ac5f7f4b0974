/* What a question on impact is about. */
#pragma once

#include "tools/impact_diff.h"

/* What changes: the symbol that is named, with all that is in it; a directory or module; or what a
   diff changes. */
bool impact_focus(ToolCall *call, IndexSession *session, ImpactDiff *diff, Err *err) MUST_USE;
/* Whether it is a diff that is asked about: --diff, --staged, or a symbol that git knows as a range
   (`HEAD~3..`). */
bool impact_by_diff(const ToolCall *call);
