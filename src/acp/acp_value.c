#include "acp/acp_value.h"

#include "base/rpc.h"

static void set(Arena *arena, Json *object, const char *member, Str text)
{
    json_set(object, str_from(member), json_str(arena, text));
}

static void set_fields(Arena *arena, Json *value, const AcpCall *call)
{
    set(arena, value, "toolCallId", call->id);
    json_set_text(arena, value, STR("title"), call->title);
    if (call->kind)
        set(arena, value, "kind", str_from(call->kind));
    if (call->status)
        set(arena, value, "status", str_from(call->status));
    if (call->content)
        json_set(value, STR("content"), rpc_copy(arena, call->content));
    if (call->locations)
        json_set(value, STR("locations"), rpc_copy(arena, call->locations));
}

Json *acp_call_value(Arena *arena, const AcpCall *call)
{
    Json *value = json_object(arena);
    set(arena, value, "sessionUpdate", call->is_new ? STR("tool_call") : STR("tool_call_update"));
    set_fields(arena, value, call);
    return value;
}

Json *acp_call_fields(Arena *arena, const AcpCall *call)
{
    Json *value = json_object(arena);
    set_fields(arena, value, call);
    return value;
}

static Json *text_block(Arena *arena, Str text)
{
    Json *block = json_object(arena);
    set(arena, block, "type", STR("text"));
    set(arena, block, "text", text);
    return block;
}

Json *acp_chunk_value(Arena *arena, Str kind, Str text)
{
    Json *value = json_object(arena);
    set(arena, value, "sessionUpdate", kind);
    json_set(value, STR("content"), text_block(arena, text));
    return value;
}

Json *acp_text_content(Arena *arena, Str text)
{
    Json *value = json_object(arena);
    set(arena, value, "type", STR("content"));
    json_set(value, STR("content"), text_block(arena, text));
    return value;
}

/* The offset where two texts begin to differ, at the start of a line. */
static size_t common_start(Str a, Str b)
{
    size_t at = 0, line = 0;
    for (; at < a.len && at < b.len && a.ptr[at] == b.ptr[at]; at++)
        if (a.ptr[at] == '\n')
            line = at + 1;
    return line;
}

/* The number of equal bytes at the ends, in whole lines, beyond the start. */
static size_t common_end(Str a, Str b, size_t start)
{
    size_t count = 0, whole = 0;
    while (count < a.len - start && count < b.len - start &&
           a.ptr[a.len - 1 - count] == b.ptr[b.len - 1 - count]) {
        if (count && a.ptr[a.len - 1 - count] == '\n')
            whole = count;
        count++;
    }
    return whole;
}

Json *acp_diff_content(Arena *arena, Str path, const EditFile *file)
{
    Json *value = json_object(arena);
    Str before = file->before, after = file->after;
    if (before.len + after.len > ACP_DIFF_BYTES_MAX) {
        size_t start = common_start(before, after);
        size_t end = common_end(before, after, start);
        before = str_slice(before, start, before.len - end);
        after = str_slice(after, start, after.len - end);
    }
    set(arena, value, "type", STR("diff"));
    set(arena, value, "path", path);
    json_set(value, STR("oldText"),
             file->status == EDIT_CREATED ? json_null(arena) : json_str(arena, before));
    set(arena, value, "newText", after);
    return value;
}

Json *acp_location_value(Arena *arena, Str path, uint32_t line)
{
    Json *value = json_object(arena);
    set(arena, value, "path", path);
    if (line)
        json_set(value, STR("line"), json_u64(arena, line));
    return value;
}

Json *acp_permission_option(Arena *arena, const char *id, const char *name, const char *kind)
{
    Json *value = json_object(arena);
    set(arena, value, "optionId", str_from(id));
    set(arena, value, "name", str_from(name));
    set(arena, value, "kind", str_from(kind));
    return value;
}
