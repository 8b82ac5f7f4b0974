/* Modules and what they depend on as a graph to show: around one, or all of them. */
#pragma once

#include "tools/graph_answer.h"

/* Around a module, or, with SIZE_MAX, all of them. A picture of all leaves out tests and other
   people's code, and folds what is too much for it by directory. */
bool graph_answer_modules(ToolCall *call, IndexSession *session, const Modules *modules,
                          size_t focus, Err *err) MUST_USE;
