/* Layout by Graphviz. */
#pragma once

#include "session/send.h"
#include "view/graph_layout.h"

/* Runs dot for at most half a minute. */
bool graph_dot_lay_out(SessionRequest *request, const GraphModel *model, GraphLayout *layout,
                       Err *err) MUST_USE;
