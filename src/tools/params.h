/* Parameters that several tools share, and their values as parts of typed questions. Code below the
   tools never sees a parameter. */
#pragma once

#include "query/org_target.h"
#include "query/query.h"
#include "relations/graph_answer.h"
#include "relations/impact_focus.h"
#include "tools/tool.h"

/* Parameters of questions that can leave files out. */
#define PARAM_EXCLUDE \
    { \
        .name = "exclude", .type = TOOL_TEXT, .many = true, .rare = true, .value = "PATTERN", \
        .help = "leave out files or directories: a name, a path, a pattern; may be repeated" \
    }
#define PARAM_NO_TESTS \
    { \
        .name = "no_tests", .type = TOOL_FLAG, .rare = true, .help = "leave out tests" \
    }
/* Help of a parameter that names a symbol. */
#define QUERY_SYMBOL_HELP "hash, name, qualified name, PATH::Name or PATH:LINE"
#define PARAM_SYMBOL(what) \
    { \
        .name = "symbol", .type = TOOL_TEXT, .positional = true, .lines = true, .value = "SYMBOL", \
        .help = what \
    }

/* Help of a parameter that names a module. */
#define QUERY_MODULE_HELP \
    "its name or directory, or DIR/** with all below (fovea modules lists them)"

/* Parameters of the tools that walk along edges. */
#define PARAM_DEPTH(default_steps) \
    { \
        .name = "depth", .type = TOOL_NUMBER, .fallback = (default_steps), .min = 1, \
        .max = NEIGHBOURS_DEPTH_MAX, .capped = true, .value = "N", .help = "how many steps" \
    }
#define PARAM_NODES(what) PARAM_LIMIT_RARE("500", GRAPH_LIMIT_MAX, what)
#define PARAM_FILE \
    { \
        .name = "file", .type = TOOL_TEXT, .rare = true, .value = "PATH", \
        .help = "its file, if several symbols have the name" \
    }
#define PARAM_EXTERNAL \
    { \
        .name = "external", .type = TOOL_FLAG, .rare = true, \
        .help = "also symbols outside the repository" \
    }
#define PARAM_TYPES \
    { \
        .name = "types", .type = TOOL_FLAG, .rare = true, \
        .help = "also where a type is only mentioned" \
    }

#define PARAM_WHY \
    { \
        .name = "why", .type = TOOL_FLAG, .rare = true, \
        .help = "how each was found: the step of the resolver, and the first line" \
    }

/* How many rows: at most `most`. Agents do not see a rare one in the short schemas. */
#define PARAM_LIMIT(usual, most, what) \
    { \
        .name = "limit", .type = TOOL_NUMBER, .fallback = (usual), .min = 1, .max = (most), \
        .capped = true, .value = "N", .help = (what) \
    }
#define PARAM_LIMIT_RARE(usual, most, what) \
    { \
        .name = "limit", .type = TOOL_NUMBER, .fallback = (usual), .min = 1, .max = (most), \
        .capped = true, .rare = true, .value = "N", .help = (what) \
    }

/* Parameters of lists in pages. */
#define PARAM_CURSOR \
    { \
        .name = "cursor", .type = TOOL_TEXT, .value = "CURSOR", .rare = true, \
        .help = "continue the last answer" \
    }
#define PARAM_PAGE PARAM_LIMIT("50", 200, "how many")

/* Parameters of questions that an organisation's database can answer. */
#define PARAM_ORG \
    { \
        .name = "org", .type = TOOL_TEXT, .rare = true, .bare = ORG_CONFIGURED, .value = "URL", \
        .help = "ask an organisation's database: postgresql://host/name, or " ORG_CONFIGURED \
    }
#define PARAM_BRANCH \
    { \
        .name = "branch", .type = TOOL_TEXT, .rare = true, .value = "NAME", \
        .help = "with org: branches of that name; default: each repository's own default" \
    }

/* Parameters of refactorings. */
#define PARAM_SUBJECT(placeholder) \
    { \
        .name = "symbol", .type = TOOL_TEXT, .positional = true, .required = true, \
        .value = (placeholder), .help = "the symbol: " QUERY_SYMBOL_HELP \
    }
#define PARAM_DRY_RUN \
    { \
        .name = "dry_run", .type = TOOL_FLAG, .help = "write nothing, show the diff" \
    }

/* The values of PARAM_EXCLUDE and PARAM_NO_TESTS. */
QueryFilter params_filter(const ToolCall *call);
/* The values of PARAM_ORG and PARAM_BRANCH. */
OrgWanted params_org(const ToolCall *call);
/* Joins the values of `symbol` and `file` to PATH::Name. ERR_USAGE when neither is given. */
bool params_symbol(const ToolCall *call, Str *text, Err *err) MUST_USE;
/* The tool and the given arguments as bytes, from which the call can be repeated (cache_warm.h). */
Str params_words(const ToolCall *call);
/* The values of `symbol`, `file`, `diff` and `staged`. */
ImpactAsked params_impact(const ToolCall *call);
