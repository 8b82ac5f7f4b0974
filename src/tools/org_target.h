/* The organisation's database that a call asks: by its parameter `org`, or by the user's
   configuration. A repository's own files cannot name it. */
#pragma once

#include "org/org.h"
#include "tools/tool.h"

/* The value of `--org` and `--to` that means FOVEA_ORG or the setting org.database. */
#define ORG_CONFIGURED "configured"
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
/* A question that takes longer is worth asking in another way. */
#define ORG_QUESTION_MS 20000

static inline bool org_is_asked(const ToolCall *call)
{
    return tool_value(call, "org")->given;
}
/* The target that the text means. ERR_USAGE when nothing is configured, and for any other database
   in a call of an agent: what a model writes must not choose to which host a question goes. */
bool org_target(const ToolCall *call, Str text, Str *target, Err *err) MUST_USE;
/* Connects for a question. */
bool org_open_asked(const ToolCall *call, Org *org, Err *err) MUST_USE;
/* The parameters `org` and `branch` for the next call, as text: ` --org URL`, with a password
   hidden. */
Str org_asked_again(const ToolCall *call);
