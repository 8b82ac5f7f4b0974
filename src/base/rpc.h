/* Parses and writes JSON-RPC 2.0 messages. */
#pragma once

#include "base/json.h"

typedef enum RpcCode {
    RPC_OK = 0,
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_INTERNAL_ERROR = -32603,
    /* of MCP */
    RPC_RESOURCE_NOT_FOUND = -32002, /* before 2026-07-28; since then RPC_INVALID_PARAMS */
    RPC_HEADER_MISMATCH = -32020,
    RPC_MISSING_CAPABILITY = -32021,
    RPC_UNSUPPORTED_VERSION = -32022,
    /* of LSP */
    RPC_NOT_INITIALIZED = -32002,
    RPC_CANCELLED = -32800,
    RPC_REQUEST_FAILED = -32803,
    RPC_SERVER_CANCELLED = -32802,
} RpcCode;

/* Why a request has no result. */
typedef struct RpcFault {
    RpcCode code;
    Str message;
    Json *data; /* NULL: none */
} RpcFault;

/* Sets the fault; returns false. The text lives in the arena. */
bool rpc_fail(Arena *arena, RpcFault *fault, RpcCode code, const char *format, ...)
    PRINTF_LIKE(4, 5);

typedef enum RpcKind {
    RPC_INVALID,
    RPC_REQUEST,
    RPC_NOTIFICATION,
    RPC_RESPONSE,
} RpcKind;

typedef struct RpcMessage {
    RpcKind kind;
    const Json *id; /* of requests and responses, and of an invalid message that has one */
    Str method;
    const Json *params; /* an object, or NULL */
    const Json *result; /* of a response; NULL for an error */
} RpcMessage;

RpcMessage rpc_read(const Json *value);

/* Each writes one message on one line, without a line end. */
Str rpc_write_result(Arena *arena, const Json *id, const Json *result);
Str rpc_write_fault(Arena *arena, const Json *id, const RpcFault *fault); /* id NULL: null */
Str rpc_write_notification(Arena *arena, Str method, Json *params);
Str rpc_write_request(Arena *arena, Json *id, Str method, Json *params);

/* A member of an object; NULL if it is missing or of another type. */
const Json *rpc_object(const Json *object, Str key);
/* Whether two ids are the same value. */
bool rpc_same_id(const Json *a, const Json *b);
/* Returns a copy that can be added to another object; its children are shared. */
Json *rpc_copy(Arena *arena, const Json *value);
