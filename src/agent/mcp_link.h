/* A client of MCP servers, over standard input and output or HTTP. The servers are those of the
   user's settings; what they send is data. */
#pragma once

#include "agent/mcp_remote.h"
#include "agent/mcp_settings.h"
#include "base/err.h"
#include "base/json.h"
#include "base/proc.h"
#include "base/vec.h"

typedef struct McpTool {
    Str name;
    Str about;       /* one line */
    Str arguments;   /* `{"path": string, "head"?: number}` */
    bool only_reads; /* the server says so */
} McpTool;

typedef struct McpLink {
    Arena *arena; /* names and tools */
    Str name;
    ProcLink process;
    McpRemote *remote;           /* NULL: a program */
    const volatile bool *cancel; /* ends a wait; NULL: never */
    Buf in;                      /* bytes of the next messages */
    uint64_t next_id;
    VEC(McpTool) tools;
} McpLink;

/* Starts a server and asks for its tools. */
bool mcp_link_open(Arena *arena, const McpSetting *setting, const volatile bool *cancel,
                   McpLink *link, Err *err) MUST_USE;
void mcp_link_close(McpLink *link);
bool mcp_link_is_open(const McpLink *link);
typedef struct McpAnswer {
    Str text;
    bool failed; /* the tool says so; the text says why */
} McpAnswer;
/* Calls a tool. `arguments` is an object. */
bool mcp_link_call(McpLink *link, Arena *arena, Str tool, Json *arguments, McpAnswer *answer,
                   Err *err) MUST_USE;
