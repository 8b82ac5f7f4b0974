/* The subject of a question about impact. */
#pragma once

#include "search/handle.h"
#include "tools/impact_diff.h"

/* Finds what changes: a named symbol with its members, a directory or module, or the symbols of a
   diff. */
bool impact_focus(ToolCall *call, IndexSession *session, ImpactDiff *diff, Err *err) MUST_USE;
/* Whether the question is about a diff: --diff, --staged, or a symbol that is a range for git
   (`HEAD~3..`). */
bool impact_by_diff(const ToolCall *call);
/* Whether the name is that of a file, function, type or macro, rather than of a field, a variable,
   a heading or a key: a directory of that name has precedence over the latter. */
bool focus_names_code(const Catalog *catalog, const HandleMatch *match);
