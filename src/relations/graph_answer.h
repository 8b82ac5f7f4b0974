/* Shows the neighbourhood of symbols as a graph. */
#pragma once

#include "index/graph/modules.h"
#include "query/query.h"
#include "search/neighbours.h"
#include "view/graph.h"

/* A larger graph shows nothing in any form. */
#define GRAPH_LIMIT_MAX 2000

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
    QueryFilter filter;
    uint64_t limit;                  /* of neighbours */
    bool limit_given;                /* by the caller, as opposed to the default */
    bool has_direction;              /* the caller can ask for the other direction */
    bool direction_given;            /* it named one */
    bool why;                        /* each edge says which step of the resolver found it */
    bool by_dot;                     /* a picture is laid out by Graphviz */
    Json *imports;                   /* of a file, as fields, or NULL */
    const GraphElsewhere *elsewhere; /* or NULL */
} GraphQuestion;

/* Cuts the neighbours of a single focus to one page: leaves out those before it and keeps at most
   `limit`. Callers in code come before callers in tests. */
void graph_cut_page(Arena scratch, const Catalog *catalog, const GraphQuestion *question,
                    size_t limit, Neighbourhood *found);
/* Whether page templates call the symbol by its name, as far as its kind and language say. */
bool graph_tells_templates(const Catalog *catalog, uint32_t symbol);
/* Adds a note on templates that name the symbol, if they call it, and on tests that do if the
   answer is without callers in tests. */
void graph_note_named(SessionRequest *request, IndexSession *session, uint32_t symbol,
                      bool without_tests);

bool graph_answer(SessionRequest *request, IndexSession *session, const GraphQuestion *question,
                  Err *err) MUST_USE;
/* Write a model in the requested format; the first writes counts only, as text, JSON or TOON. */
bool graph_answer_summary(SessionRequest *request, const GraphModel *model, GraphFormat format,
                          Err *err) MUST_USE;
/* `by_dot`: a picture is laid out by Graphviz. */
bool graph_answer_model(SessionRequest *request, const GraphModel *model,
                        const GraphOptions *options, bool by_dot, Err *err) MUST_USE;
