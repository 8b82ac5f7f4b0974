#include "tools/params.h"

#include "base/varint.h"

QueryFilter params_filter(const ToolCall *call)
{
    return (QueryFilter){.exclude = tool_text(call, "exclude"),
                         .no_tests = tool_flag(call, "no_tests")};
}

OrgWanted params_org(const ToolCall *call)
{
    return (OrgWanted){.asked = tool_value(call, "org")->given,
                       .target = tool_text(call, "org"),
                       .branch = tool_text(call, "branch")};
}

bool params_symbol(const ToolCall *call, Str *text, Err *err)
{
    return query_text(&call->request, tool_text(call, "symbol"), tool_text(call, "file"), text,
                      err);
}

ImpactAsked params_impact(const ToolCall *call)
{
    return (ImpactAsked){
        .symbol = tool_text(call, "symbol"),
        .file = tool_text(call, "file"),
        .named = tool_value(call, "symbol")->given || tool_value(call, "file")->given,
        .change = tool_text(call, "diff"),
        .has_change = tool_value(call, "diff")->given,
        .staged = tool_flag(call, "staged"),
    };
}

Str params_words(const ToolCall *call)
{
    Buf words = buf_open(call->arena, 0);
    varint_put_str(&words, str_from(call->tool->name));
    for (size_t i = 0; i < call->tool->param_count; i++) {
        if (!call->values[i].given)
            continue;
        varint_put_str(&words, str_from(call->tool->params[i].name));
        varint_put_str(&words, call->values[i].text);
    }
    return buf_str(&words);
}
