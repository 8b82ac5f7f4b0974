/* Shows the dependencies between modules as a graph. */
#pragma once

#include "relations/graph_answer.h"

typedef struct GraphModulesQuestion {
    size_t focus; /* a module, or SIZE_MAX: all of them */
    GraphFormat format;
    uint64_t limit;    /* of modules */
    bool limit_given;  /* by the caller, as opposed to the default */
    bool summary_only; /* counts instead of nodes and edges */
    bool all;          /* a picture also has tests and third-party code */
    bool by_dot;       /* a picture is laid out by Graphviz */
    Str inside;        /* the directory of a picture; empty: the repository */
    QueryFilter filter;
} GraphModulesQuestion;

/* Shows the modules around the focus, or all modules. A picture of all of them
   leaves out tests and third-party code, and merges modules by directory if there are too many. */
bool graph_answer_modules(SessionRequest *request, IndexSession *session, const Modules *modules,
                          const GraphModulesQuestion *question, Err *err) MUST_USE;
