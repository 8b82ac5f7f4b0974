/* A neighbourhood of the catalog as a graph to show. */
#pragma once

#include "index/modules.h"
#include "search/neighbours.h"
#include "tools/query.h"
#include "view/graph.h"

typedef struct GraphQuestion {
    const uint32_t *focus; /* dense ids */
    size_t focus_count;
    NeighbourOptions options;
    Str title;
    GraphFormat format;
} GraphQuestion;

bool graph_answer(ToolCall *call, IndexSession *session, const GraphQuestion *question,
                  Err *err) MUST_USE;
/* Writes a model in the form asked for. */
bool graph_answer_model(ToolCall *call, const GraphModel *model, const GraphOptions *options,
                        Err *err) MUST_USE;
