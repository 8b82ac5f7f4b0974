/* Parameters that several tools share, and their values as parts of typed questions. Code below the
   tools never sees a parameter. */
#pragma once

#include "query/org_target.h"
#include "query/query.h"
#include "relations/graph_answer.h"
#include "relations/impact_focus.h"
#include "tools/tool.h"

/* Parameters of questions that can leave files out. */
#define QUERY_PARAM_EXCLUDE \
    { \
        .name = "exclude", .type = TOOL_TEXT, .many = true, .rare = true, .value = "PATTERN", \
        .help = "leave out files or directories: a name, a path, a pattern; may be repeated" \
    }
#define QUERY_PARAM_NO_TESTS \
    { \
        .name = "no_tests", .type = TOOL_FLAG, .rare = true, .help = "leave out tests" \
    }
/* Help of a parameter that names a symbol. */
#define QUERY_SYMBOL_HELP "hash, name, qualified name, PATH::Name or PATH:LINE"
#define QUERY_PARAM_SYMBOL(what) \
    { \
        .name = "symbol", .type = TOOL_TEXT, .positional = true, .lines = true, .value = "SYMBOL", \
        .help = what \
    }

/* Help of a parameter that names a module. */
#define QUERY_MODULE_HELP \
    "its name or directory, or DIR/** with all below (fovea modules lists them)"

/* Parameters of the tools that walk along edges. */
#define GRAPH_PARAM_DEPTH(default_steps) \
    { \
        .name = "depth", .type = TOOL_NUMBER, .fallback = (default_steps), .min = 1, \
        .max = NEIGHBOURS_DEPTH_MAX, .capped = true, .value = "N", .help = "how many steps" \
    }
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

/* Parameters of lists in pages. */
#define CURSOR_PARAM \
    { \
        .name = "cursor", .type = TOOL_TEXT, .value = "CURSOR", .rare = true, \
        .help = "continue the last answer" \
    }
#define CURSOR_PARAM_LIMIT \
    { \
        .name = "limit", .type = TOOL_NUMBER, .fallback = "50", .min = 1, .max = 200, \
        .capped = true, .value = "N", .help = "how many" \
    }

/* Parameters of questions that an organisation's database can answer. */
#define ORG_PARAM \
    { \
        .name = "org", .type = TOOL_TEXT, .rare = true, .bare = ORG_CONFIGURED, .value = "URL", \
        .help = "ask an organisation's database: postgresql://host/name, or " ORG_CONFIGURED \
    }
#define ORG_PARAM_BRANCH \
    { \
        .name = "branch", .type = TOOL_TEXT, .rare = true, .value = "NAME", \
        .help = "with org: branches of that name; default: each repository's own default" \
    }

/* Parameters that these tools share. */
#define RENAME_PARAM_SYMBOL(placeholder) \
    { \
        .name = "symbol", .type = TOOL_TEXT, .positional = true, .required = true, \
        .value = (placeholder), .help = "the symbol: " QUERY_SYMBOL_HELP \
    }
#define RENAME_PARAM_DRY_RUN \
    { \
        .name = "dry_run", .type = TOOL_FLAG, .help = "write nothing, show the diff" \
    }

/* The values of QUERY_PARAM_EXCLUDE and QUERY_PARAM_NO_TESTS. */
QueryFilter params_filter(const ToolCall *call);
/* The values of ORG_PARAM and ORG_PARAM_BRANCH. */
OrgWanted params_org(const ToolCall *call);
/* Joins the values of `symbol` and `file` to PATH::Name. ERR_USAGE when neither is given. */
bool params_symbol(const ToolCall *call, Str *text, Err *err) MUST_USE;
/* The tool and the given arguments as bytes, from which the call can be repeated (cache_warm.h). */
Str params_words(const ToolCall *call);
/* The values of `symbol`, `file`, `diff` and `staged`. */
ImpactAsked params_impact(const ToolCall *call);
