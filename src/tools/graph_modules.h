/* Shows the dependencies between modules as a graph. */
#pragma once

#include "tools/graph_answer.h"

/* Shows the modules around `focus`, or all modules if that is SIZE_MAX. A picture of all of them
   leaves out tests and third-party code, and merges modules by directory if there are too many. */
bool graph_answer_modules(ToolCall *call, IndexSession *session, const Modules *modules,
                          size_t focus, Err *err) MUST_USE;
