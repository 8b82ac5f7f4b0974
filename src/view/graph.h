/* Renderer of code graphs (calls, module dependencies, inheritance) as text, tables, diagrams and
   pictures. The caller queries the catalog and fills a GraphModel; everything here is a pure
   function of it. Names, paths and labels are untrusted: every form escapes them, shows control
   bytes as spaces and direction marks as U+FFFD, and shortens long texts. */
#pragma once

#include "base/err.h"
#include "view/format.h"

/* Default budgets: about 4,000 tokens for an answer. Browsers could show a larger picture, but
   readers could not follow it. */
#define GRAPH_TEXT_BYTES 16000
#define GRAPH_PICTURE_BYTES (8 * MB)
/* Enough for the frame, the title and the counts of omitted parts, in every form but pictures. */
#define GRAPH_BUDGET_MIN (2 * KB)
/* Beyond this a picture is unreadable, and its layout takes more than a second. */
#define GRAPH_PICTURE_NODES_MAX 3000
#define GRAPH_PICTURE_EDGES_MAX 15000
/* Longer ids are not handles. */
#define GRAPH_ID_COLUMNS 300

#define GRAPH_FORMATS(X) \
    X(TEXT, "text")       /* a tree from each focus node; without one, one line per node */ \
    X(JSON, "json")       /* nodes and edges as rows; edges name nodes by their `n` */ \
    X(TOON, "toon")       /* the same as tables */ \
    X(DOT, "dot")         /* for Graphviz; each group is a cluster */ \
    X(MERMAID, "mermaid") /* a flowchart within Mermaid's own limits */ \
    X(SVG, "svg")         /* a picture, light and dark, no scripts */ \
    X(HTML, "html")       /* the picture in one page that opens offline: search, zoom, details */

typedef enum GraphFormat {
#define X(name, text) GRAPH_##name,
    GRAPH_FORMATS(X)
#undef X
    GRAPH_FORMAT_COUNT
} GraphFormat;

/* What nodes and edges are. It decides the words of the answer. */
typedef enum GraphSubject {
    GRAPH_OF_CALLS,   /* symbols; `from` calls `to` */
    GRAPH_OF_IMPORTS, /* files; `from` imports `to` */
    GRAPH_OF_MODULES, /* modules; `from` depends on `to` */
    GRAPH_OF_TYPES,   /* types; `from` is derived from `to` */
    GRAPH_SUBJECT_COUNT
} GraphSubject;

typedef enum GraphConfidence {
    GRAPH_EXACT,
    GRAPH_LIKELY,
    GRAPH_AMBIGUOUS,
    GRAPH_EXTERNAL, /* leaves the repository */
    GRAPH_COMPILED, /* exact, by an imported index of a compiler */
    GRAPH_CONFIDENCE_COUNT
} GraphConfidence;

typedef enum GraphRisk {
    GRAPH_RISK_UNKNOWN,
    GRAPH_RISK_LOW,
    GRAPH_RISK_MEDIUM,
    GRAPH_RISK_HIGH,
    GRAPH_RISK_COUNT
} GraphRisk;

/* Direction in which a text tree follows edges from the focus. */
typedef enum GraphDirection {
    GRAPH_BOTH,
    GRAPH_IN,  /* callers, dependents */
    GRAPH_OUT, /* callees, dependencies */
} GraphDirection;

typedef struct GraphNode {
    Str id;     /* argument for further calls: symbol hash, module, path; unique in the graph */
    Str label;  /* its name */
    Str handle; /* location: `path:12-40`; may be empty */
    Str detail; /* another line: signature, purpose */
    Str group;  /* its module; empty: none */
    Str kind;   /* function, class, module, package…; may be empty */
    uint64_t weight; /* size, in lines or another unit; 0: unknown */
    GraphRisk risk;
    bool focus;        /* the subject of the question */
    uint32_t more_in;  /* number of callers or dependents that are not in the model */
    uint32_t more_out; /* the same for callees or dependencies */
    uint32_t holds;    /* number of nodes that a folder represents; 0: not a folder */
} GraphNode;

typedef struct GraphEdge {
    uint32_t from, to; /* indices of nodes; equal for recursion */
    uint32_t weight;   /* call sites, imports; 0 counts as 1 */
    GraphConfidence confidence;
    uint32_t sum_of; /* number of edges that its weight sums up; 0 or 1: a single edge */
    Str kind;        /* call, import, base…; empty: as the subject implies */
    Str label;       /* shown on the edge; mostly empty */
    Str as;          /* the name by which a call may run the target: an overridden method */
    Str why;         /* how it was found, for text and tables; mostly empty */
} GraphEdge;

/* Counts of all callers or callees of the only focus node, shown or not. */
typedef struct GraphTotals {
    bool known;
    uint64_t neighbours; /* callers or callees */
    uint64_t ambiguous;  /* further candidates of ambiguous calls */
    uint64_t sites;      /* call sites */
    uint64_t tests;      /* tests among the neighbours */
    uint64_t mentions;   /* further symbols that only mention it as a type */
    uint64_t excluded;   /* further ones in files that the query excludes */
    bool with_mentions;  /* the mentions are among the nodes */
    Str show_mentions;   /* otherwise: the call that shows them */
} GraphTotals;

/* Nodes and edges in order of importance: cuts are made from the end. A neighbourhood is in
   breadth-first order from the focus. Each pair of nodes has one edge for each kind.

   The model and everything it points to belong to the caller. */
typedef struct GraphModel {
    GraphSubject subject;
    Str title; /* `Callers of lang_outline` */
    Str note;  /* one line on reliability: index state, a lowered cap; may be empty */
    const GraphNode *nodes;
    size_t node_count;
    const GraphEdge *edges;
    size_t edge_count;
    uint64_t nodes_left_out, edges_left_out; /* by the caller, as far as known */
    Str show_in, show_out;                   /* call that shows a node's further neighbours */
    Str show_all;                            /* the call that leaves out less */
    Json *imports;                           /* of the file that is the focus, or NULL */
    Json *limits;                            /* missing parts of the graph, or NULL */
    Json *named; /* further places of the focus's name in text, besides its callers; or NULL */
    GraphTotals totals; /* used in place of counts of the shown nodes */
    uint64_t before;    /* neighbours of the focus that earlier answers have shown */
    /* The call that continues after `shown` neighbours of the focus. NULL: show_all is used. */
    Str (*show_rest)(const void *state, Arena *arena, uint64_t shown);
    const void *rest_state;
    /* HTML: further views of the page, most important first; those that do not fit are left out.
       The model itself is the view of everything except hidden nodes. */
    const struct GraphView *views;
    size_t view_count;
    Str view;   /* id of the view that the model itself is */
    Str hidden; /* label of the switch that shows hidden nodes; empty: none are hidden */
} GraphModel;

typedef struct GraphView {
    Str id;      /* id of the folder that it opens; empty: everything */
    bool hidden; /* hidden nodes are included */
    GraphModel model;
} GraphView;

/* Whether any node is a folder. */
bool graph_is_folded(const GraphModel *model);

typedef struct GraphLayout GraphLayout;

typedef struct GraphOptions {
    GraphFormat format;
    uint64_t budget; /* bytes; 0: GRAPH_TEXT_BYTES, pictures GRAPH_PICTURE_BYTES; BUDGET_NONE */
    GraphDirection direction;  /* text */
    uint32_t depth;            /* text: maximum distance from the focus; 0: no limit */
    const GraphLayout *layout; /* svg, html: view/graph_layout.h; NULL: the built-in one */
} GraphOptions;

Str graph_format_name(GraphFormat format);
Str graph_confidence_name(GraphConfidence confidence);
Str graph_risk_name(GraphRisk risk); /* empty when unknown */

/* Appends the graph to `out`, cut to the budget. The answer says how much was left out, and names
   show_all. Fails only if not even the frame fits; GRAPH_BUDGET_MIN suffices for all forms but
   pictures. */
bool graph_write(Buf *out, Arena scratch, const GraphModel *model, const GraphOptions *options,
                 Err *err) MUST_USE;
