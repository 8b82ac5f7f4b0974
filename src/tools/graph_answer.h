/* Shows the neighbourhood of symbols as a graph. */
#pragma once

#include "index/graph/modules.h"
#include "search/neighbours.h"
#include "tools/query.h"
#include "view/graph.h"

/* Parameters of the tools that walk along edges. */
#define GRAPH_PARAM_DEPTH(default_steps) \
    { \
        .name = "depth", .type = TOOL_NUMBER, .fallback = (default_steps), .min = 1, \
        .max = NEIGHBOURS_DEPTH_MAX, .capped = true, .value = "N", .help = "how many steps" \
    }
/* A larger graph shows nothing in any form. */
#define GRAPH_LIMIT_MAX 2000
#define GRAPH_PARAM_LIMIT(what) \
    { \
        .name = "limit", .type = TOOL_NUMBER, .rare = true, .fallback = "500", .min = 1, \
        .max = GRAPH_LIMIT_MAX, .capped = true, .value = "N", .help = (what) \
    }
#define GRAPH_PARAM_FILE \
    { \
        .name = "file", .type = TOOL_TEXT, .rare = true, .value = "PATH", \
        .help = "its file, if several symbols have the name" \
    }
#define GRAPH_PARAM_EXTERNAL \
    { \
        .name = "external", .type = TOOL_FLAG, .rare = true, \
        .help = "also symbols outside the repository" \
    }
#define GRAPH_PARAM_TYPES \
    { \
        .name = "types", .type = TOOL_FLAG, .rare = true, \
        .help = "also where a type is only mentioned" \
    }

/* What only a graph of repositories elsewhere has: session->catalog has just the symbols around the
   focus, and nothing is read from this machine's tree. */
typedef struct GraphElsewhere {
    Str (*label)(const void *state, uint32_t caller, uint32_t callee); /* of an edge */
    const void *state;
    uint64_t version; /* cursors are valid as long as it is the same */
    Str asked;        /* parameters for the next call: ` --org …` */
} GraphElsewhere;

typedef struct GraphQuestion {
    const uint32_t *focus; /* dense ids */
    size_t focus_count;
    NeighbourOptions options;
    Str title;
    GraphFormat format;
    bool summary_only; /* counts instead of nodes and edges */
    /* For callers or callees of one symbol: all are counted, the first `before` are left out
       because an earlier answer had them, and `rest` asks for the next ones. */
    bool counted;
    uint64_t before;
    Str rest;
    Json *imports;                   /* of a file, as fields, or NULL */
    const GraphElsewhere *elsewhere; /* or NULL */
} GraphQuestion;

/* Says that edges do not show where a variable is read or written, and what does. */
Str graph_unread(Arena *arena, const Catalog *catalog, uint32_t symbol);

/* Cuts the neighbours of a single focus to one page: leaves out those before it and keeps at most
   `limit`. Callers in code come before callers in tests. */
void graph_cut_page(Arena scratch, const Catalog *catalog, const GraphQuestion *question,
                    size_t limit, Neighbourhood *found);
/* Whether page templates call the symbol by its name, as far as its kind and language say. */
bool graph_tells_templates(const Catalog *catalog, uint32_t symbol);
/* Adds a note on templates that name the symbol, if they call it, and on tests that do if no caller
   is a test. */
void graph_note_named(ToolCall *call, IndexSession *session, uint32_t symbol, bool tests);

bool graph_answer(ToolCall *call, IndexSession *session, const GraphQuestion *question,
                  Err *err) MUST_USE;
/* Write a model in the requested format; the first writes counts only, as text, JSON or TOON. */
bool graph_answer_summary(ToolCall *call, const GraphModel *model, GraphFormat format,
                          Err *err) MUST_USE;
bool graph_answer_model(ToolCall *call, const GraphModel *model, const GraphOptions *options,
                        Err *err) MUST_USE;
