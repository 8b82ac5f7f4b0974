/* `fovea callers` and `fovea callees`: one question in two directions. */
#pragma once

#include "relations/graph_answer.h"
#include "tools/params.h"

#define CALLS_PARAM_COUNT 12
extern const ToolParam callers_params[CALLS_PARAM_COUNT + 1]; /* with a direction */
extern const ToolParam callees_params[CALLS_PARAM_COUNT];

bool call_edges_run(ToolCall *call, NeighbourDirection direction, Err *err) MUST_USE;
