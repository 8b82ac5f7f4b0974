/* Graphs of code as text, tables, diagrams and pictures: who calls whom, which module needs which,
   what inherits what. The caller queries the catalog and fills a GraphModel; everything here is a
   pure function of it. Names, paths and labels are data of others: every form escapes them, shows
   control bytes as spaces and direction marks as U+FFFD, and shortens what is too long. */
#pragma once

#include "base/err.h"
#include "view/format.h"

/* A graph as an answer: 4,000 tokens. As a picture for people: browsers take more, eyes do not. */
#define GRAPH_TEXT_BYTES 16000
#define GRAPH_PICTURE_BYTES (8 * MB)
/* Frame, title and what was left out, in every form but pictures. */
#define GRAPH_BUDGET_MIN (2 * KB)
/* Beyond this a picture shows nothing, and its layout passes a second. */
#define GRAPH_PICTURE_NODES_MAX 3000
#define GRAPH_PICTURE_EDGES_MAX 15000
/* An id that is longer than this is no handle of ours. */
#define GRAPH_ID_COLUMNS 300

#define GRAPH_FORMATS(X) \
    X(TEXT, "text")       /* a tree from each focus node; without one a line a node */ \
    X(JSON, "json")       /* nodes and edges as rows; edges name nodes by their `n` */ \
    X(TOON, "toon")       /* the same as tables */ \
    X(DOT, "dot")         /* for Graphviz, a cluster a group */ \
    X(MERMAID, "mermaid") /* a flowchart within Mermaid's own limits */ \
    X(SVG, "svg")         /* a picture, light and dark, no scripts */ \
    X(HTML, "html")       /* the picture in one page that opens offline: search, zoom, details */

typedef enum GraphFormat {
#define X(name, text) GRAPH_##name,
    GRAPH_FORMATS(X)
#undef X
    GRAPH_FORMAT_COUNT
} GraphFormat;

/* What the graph is of: which words describe it. */
typedef enum GraphSubject {
    GRAPH_OF_CALLS,   /* symbols: from calls to */
    GRAPH_OF_IMPORTS, /* files: from imports to */
    GRAPH_OF_MODULES, /* modules: from depends on to */
    GRAPH_OF_TYPES,   /* types: from is derived from to */
    GRAPH_SUBJECT_COUNT
} GraphSubject;

typedef enum GraphConfidence {
    GRAPH_EXACT,
    GRAPH_LIKELY,
    GRAPH_AMBIGUOUS,
    GRAPH_EXTERNAL, /* leaves the repository */
    GRAPH_CONFIDENCE_COUNT
} GraphConfidence;

typedef enum GraphRisk {
    GRAPH_RISK_UNKNOWN,
    GRAPH_RISK_LOW,
    GRAPH_RISK_MEDIUM,
    GRAPH_RISK_HIGH,
    GRAPH_RISK_COUNT
} GraphRisk;

/* Which way a text tree grows from the focus. */
typedef enum GraphDirection {
    GRAPH_BOTH,
    GRAPH_IN,  /* callers, dependents */
    GRAPH_OUT, /* callees, dependencies */
} GraphDirection;

typedef struct GraphNode {
    Str id;          /* what a further call takes: symbol hash, module, path; unique in the graph */
    Str label;       /* its name */
    Str handle;      /* where it is: `path:12-40`; may be empty */
    Str detail;      /* one line more: signature, purpose, `12 files, 3,400 lines`; may be empty */
    Str group;       /* its module; empty: none */
    Str kind;        /* function, class, module, package…; may be empty */
    uint64_t weight; /* lines, or what its size is counted in; 0: unknown */
    GraphRisk risk;
    bool focus;        /* what was asked about */
    uint32_t more_in;  /* neighbours that are not in the model: callers, dependents */
    uint32_t more_out; /* callees, dependencies */
    uint32_t holds;    /* a folder: so many nodes stand behind it */
} GraphNode;

typedef struct GraphEdge {
    uint32_t from, to; /* indices of nodes; equal for recursion */
    uint32_t weight;   /* call sites, imports; 0 counts as 1 */
    GraphConfidence confidence;
    uint32_t sum_of; /* its weight is the sum of so many edges; 0 or 1: its own */
    Str kind;        /* call, import, base…; empty where the subject says it */
    Str label;       /* shown on the edge; mostly empty */
} GraphEdge;

/* What is known of all callers or callees of the one focus node, shown or not. */
typedef struct GraphTotals {
    bool known;
    uint64_t neighbours; /* callers or callees */
    uint64_t ambiguous;  /* further ones that may be meant as well */
    uint64_t sites;      /* places of their calls */
    uint64_t tests;      /* of the neighbours, those that are tests */
    uint64_t mentions;   /* further ones that only name it as a type */
    uint64_t excluded;   /* further ones in files that the question leaves out */
    bool with_mentions;  /* these are among the nodes */
    Str show_mentions;   /* what shows them, else */
} GraphTotals;

/* Nodes and edges in order of importance: what does not fit is left out from the end. For a
   neighbourhood that is breadth first from the focus. One edge a pair of nodes and kind. */
typedef struct GraphModel {
    GraphSubject subject;
    Str title; /* `Callers of lang_outline` */
    Str note;  /* one line on how far to trust it: index state, a lowered cap; may be empty */
    const GraphNode *nodes;
    size_t node_count;
    const GraphEdge *edges;
    size_t edge_count;
    uint64_t nodes_left_out, edges_left_out; /* before they came here, when that is known */
    Str show_in, show_out; /* call for one node's further neighbours: `fovea callers`; its id is
                              appended */
    Str show_all;          /* the call that leaves out less */
    GraphTotals totals;    /* instead of counts of what is shown */
    uint64_t before;       /* neighbours of the focus that earlier answers have shown */
    /* The call that goes on behind so many neighbours of the focus; NULL: show_all does. */
    Str (*show_rest)(const void *state, Arena *arena, uint64_t shown);
    const void *rest_state;
    /* Html: what else the page can show, most wanted first; what does not fit is left out. The
       model itself is the view of all of it, without what is hidden. */
    const struct GraphView *views;
    size_t view_count;
    Str view;   /* the id of the view that the model itself is */
    Str hidden; /* what the switch of the page shows; empty: nothing is hidden */
} GraphModel;

typedef struct GraphView {
    Str id;      /* of the folder that it opens; empty: all of it */
    bool hidden; /* with what is hidden else */
    GraphModel model;
} GraphView;

/* Whether a node of it is a folder. */
bool graph_is_folded(const GraphModel *model);

typedef struct GraphLayout GraphLayout;

typedef struct GraphOptions {
    GraphFormat format;
    uint64_t budget; /* bytes; 0: GRAPH_TEXT_BYTES, pictures GRAPH_PICTURE_BYTES; BUDGET_NONE */
    GraphDirection direction;  /* text */
    uint32_t depth;            /* text: steps from the focus; 0: all */
    const GraphLayout *layout; /* svg, html: view/graph_layout.h; NULL: the built-in one */
} GraphOptions;

Str graph_format_name(GraphFormat format);
Str graph_confidence_name(GraphConfidence confidence);
Str graph_risk_name(GraphRisk risk); /* empty when unknown */

/* Fails only when the budget does not even hold the frame (GRAPH_BUDGET_MIN does for all but
   pictures). Says what the budget left out, and show_all. */
bool graph_write(Buf *out, Arena scratch, const GraphModel *model, const GraphOptions *options,
                 Err *err) MUST_USE;
