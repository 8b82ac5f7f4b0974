/* MCP servers over HTTP, in both transports. Since 2025-03-26 (streamable HTTP) each message is a
   request of its own, whose answer is a message or a stream of them; a stream that breaks is
   resumed after its last event. Before (HTTP with SSE) all answers come in one stream, which first
   names the address for messages. Servers are untrusted, and each answer has limits of time and
   size. */
#pragma once

#include "agent/mcp_settings.h"
#include "base/proc.h"
#include "base/rpc.h"
#include "net/sse.h"

typedef struct McpRemote {
    Arena *arena; /* lives as long as the session */
    Str name, url;
    const HttpHeader *headers; /* the user's */
    size_t header_count;
    const volatile bool *cancel; /* NULL: never */
    Str session, version;        /* of the server; empty: none */
    unsigned status;             /* of the last answer; 0: none */
    Str post_url;                /* of the former transport */
    ProcLink stream;             /* … its stream */
    Buf head;                    /* … what came before its first event */
    bool is_streaming;           /* … the head is complete */
    SseParser events;            /* … */
} McpRemote;

/* A message to the server. */
typedef struct McpExchange {
    Str message;
    const Json *id; /* of a request; NULL: no answer is awaited */
    int ms;         /* the longest wait */
    /* The answer to a request of the server meanwhile. */
    Str (*reply)(Arena *arena, const RpcMessage *request);
    const Json *answer; /* set: the message with the result */
} McpExchange;

/* `remote` has its arena and cancel. Opens the stream of the former transport if the settings name
   it. */
bool mcp_remote_open(McpRemote *remote, const McpSetting *setting, Err *err) MUST_USE;
/* Sends a message and waits for its answer. */
bool mcp_remote_send(McpRemote *remote, Arena *arena, McpExchange *exchange, Err *err) MUST_USE;
/* Goes on by the former transport, which has another address for messages. */
bool mcp_remote_go_back(McpRemote *remote, Arena *arena, Err *err) MUST_USE;
/* Ends the session. */
void mcp_remote_close(McpRemote *remote);
/* The text without the values of the user's headers, which a server may repeat. */
Str mcp_remote_hide(const McpRemote *remote, Arena *arena, Str text);
