#include "serve/resource.h"

#include "serve/call.h"
#include "serve/list.h"
#include "text/uri.h"

#define SCHEME STR("fovea://")

bool resource_fail(Exchange *exchange, Str uri, const char *message, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    bool legacy = exchange->era == ERA_LEGACY;
    rpc_fail(arena, fault, legacy ? RPC_RESOURCE_NOT_FOUND : RPC_INVALID_PARAMS, "%s", message);
    fault->data = json_object(arena);
    json_set(fault->data, STR("uri"), json_str(arena, uri));
    return false;
}

void resource_put_text(Exchange *exchange, Json *result, Str uri, Str type, Str text)
{
    Arena *arena = &exchange->arena;
    Json *contents = json_array(arena), *entry = json_object(arena);
    json_set(entry, STR("uri"), json_str(arena, uri));
    json_set(entry, STR("mimeType"), json_str(arena, type));
    json_set(entry, STR("text"), json_str(arena, text));
    json_add(contents, entry);
    json_set(result, STR("contents"), contents);
}

/* The tool's first parameter if it is a path, else NULL. */
static const ToolParam *path_param(const Tool *tool)
{
    const ToolParam *first = tool->param_count ? tool->params : NULL;
    return first && first->type == TOOL_TARGET ? first : NULL;
}

static bool list(Exchange *exchange, Json *result, bool templates, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Json *all = json_array(arena);
    for (size_t i = 0; i < tool_count(); i++) {
        const Tool *tool = tool_at(i);
        if (!tool->resource || (path_param(tool) != NULL) != templates)
            continue;
        Json *entry = json_object(arena);
        Str uri = str_format(arena, "fovea://%s%s", tool->resource, templates ? "/{+path}" : "");
        json_set(entry, templates ? STR("uriTemplate") : STR("uri"), json_str(arena, uri));
        json_set(entry, STR("name"), json_str(arena, str_from(tool->resource)));
        json_set(entry, STR("description"), json_str(arena, str_from(tool->summary)));
        json_set(entry, STR("mimeType"), json_str(arena, STR("text/plain")));
        json_add(all, entry);
    }
    return list_put_page(exchange, result, templates ? STR("resourceTemplates") : STR("resources"),
                         all, fault);
}

bool resource_list(Exchange *exchange, Json *result, RpcFault *fault)
{
    return list(exchange, result, false, fault);
}

bool resource_list_templates(Exchange *exchange, Json *result, RpcFault *fault)
{
    return list(exchange, result, true, fault);
}

/* The tool that serves this URI, and the path in it if the tool takes one; NULL: none. */
static const Tool *find_tool(Arena *arena, Str uri, Str *path)
{
    if (!str_starts(uri, SCHEME))
        return NULL;
    Str rest = str_from_offset(uri, SCHEME.len);
    size_t slash = str_find_byte(rest, '/');
    Str name = str_slice(rest, 0, slash);
    *path = slash == STR_NONE ? (Str){0} : uri_decode(arena, str_from_offset(rest, slash + 1));
    for (size_t i = 0; i < tool_count(); i++) {
        const Tool *tool = tool_at(i);
        if (tool->resource && str_equal(name, str_from(tool->resource)) &&
            (path_param(tool) != NULL) == (path->len > 0))
            return tool;
    }
    return NULL;
}

bool resource_read(Exchange *exchange, Json *result, RpcFault *fault)
{
    Arena *arena = &exchange->arena;
    Err err = {0};
    Str path = {0};
    CallAnswer answer;
    Str uri = json_text(exchange->message.params, STR("uri"));
    const Tool *tool = find_tool(arena, uri, &path);
    if (!tool)
        return resource_fail(exchange, uri, "no such resource", fault);
    Json *arguments = json_object(arena);
    if (path.len)
        json_set(arguments, str_from(path_param(tool)->name), json_str(arena, path));
    if (!call_run(exchange, tool, arguments, 0, &answer, &err))
        return resource_fail(exchange, uri, err.message, fault);
    resource_put_text(exchange, result, uri, STR("text/plain"), answer.text);
    return true;
}
