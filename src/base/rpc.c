#include "base/rpc.h"

#include "base/limits.h"

bool rpc_fail(Arena *arena, RpcFault *fault, RpcCode code, const char *format, ...)
{
    char text[ERR_MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    *fault = (RpcFault){.code = code, .message = str_copy(arena, str_from(text))};
    return false;
}

/* ---- reading ---- */

static bool is_id(const Json *value)
{
    return value && (value->type == JSON_STRING || value->type == JSON_NUMBER);
}

RpcMessage rpc_read(const Json *value)
{
    const Json *id = json_get(value, STR("id")), *method = json_get(value, STR("method"));
    const Json *params = json_get(value, STR("params")), *result = json_get(value, STR("result"));
    RpcMessage message = {.kind = RPC_INVALID, .id = is_id(id) ? id : NULL};
    if (!str_equal(json_text(value, STR("jsonrpc")), STR("2.0")) || (id && !is_id(id)))
        return message;
    if (!method) {
        if (id && (result || json_get(value, STR("error")))) {
            message.kind = RPC_RESPONSE;
            message.result = result;
        }
        return message;
    }
    if (method->type != JSON_STRING || (params && params->type != JSON_OBJECT))
        return message;
    message.method = method->text;
    message.params = params;
    message.kind = id ? RPC_REQUEST : RPC_NOTIFICATION;
    return message;
}

const Json *rpc_object(const Json *object, Str key)
{
    const Json *value = json_get(object, key);
    return value && value->type == JSON_OBJECT ? value : NULL;
}

bool rpc_same_id(const Json *a, const Json *b)
{
    return a && b && a->type == b->type && str_equal(a->text, b->text);
}

Json *rpc_copy(Arena *arena, const Json *value)
{
    Json *copy = NEW(arena, Json, 1);
    *copy = *value;
    copy->next = NULL;
    return copy;
}

/* ---- writing ---- */

static Json *envelope(Arena *arena, Json *id)
{
    Json *message = json_object(arena);
    json_set(message, STR("jsonrpc"), json_str(arena, STR("2.0")));
    if (id)
        json_set(message, STR("id"), id);
    return message;
}

static Str write(Arena *arena, const Json *message)
{
    Buf out = buf_open(arena, 0);
    json_write(&out, message, 0);
    return buf_str(&out);
}

Str rpc_write_result(Arena *arena, const Json *id, const Json *result)
{
    Json *message = envelope(arena, rpc_copy(arena, id));
    json_set(message, STR("result"), rpc_copy(arena, result));
    return write(arena, message);
}

Str rpc_write_fault(Arena *arena, const Json *id, const RpcFault *fault)
{
    Json *message = envelope(arena, id ? rpc_copy(arena, id) : json_null(arena));
    Json *error = json_object(arena);
    json_set(error, STR("code"), json_i64(arena, fault->code));
    json_set(error, STR("message"), json_str(arena, fault->message));
    if (fault->data)
        json_set(error, STR("data"), fault->data);
    json_set(message, STR("error"), error);
    return write(arena, message);
}

Str rpc_write_notification(Arena *arena, Str method, Json *params)
{
    Json *message = envelope(arena, NULL);
    json_set(message, STR("method"), json_str(arena, method));
    if (params)
        json_set(message, STR("params"), params);
    return write(arena, message);
}

Str rpc_write_request(Arena *arena, Json *id, Str method, Json *params)
{
    Json *message = envelope(arena, id);
    json_set(message, STR("method"), json_str(arena, method));
    if (params)
        json_set(message, STR("params"), params);
    return write(arena, message);
}
