/* What is said of the last answer of search in a repository: good or bad. The phrase of the
   question that decided its level weighs more from then on, or less. */
#pragma once

#include "tools/tool.h"

extern const char *const search_feedbacks[]; /* good, bad; NULL-terminated */

bool search_feedback(ToolCall *call, bool good, Err *err) MUST_USE;
