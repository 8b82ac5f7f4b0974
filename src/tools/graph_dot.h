/* Layout by Graphviz, if the caller asks for it. */
#pragma once

#include "tools/tool.h"
#include "view/graph_layout.h"

bool graph_dot_wanted(const ToolCall *call, GraphFormat format);
/* Runs dot for at most half a minute. */
bool graph_dot_lay_out(ToolCall *call, const GraphModel *model, GraphLayout *layout,
                       Err *err) MUST_USE;
