/* A client of MCP servers over standard input and output. A server is a program of the user's
   settings, in the user's file mcp.json, which has the form that other agents use:

       {"mcpServers": {"files": {"command": "npx", "args": ["-y", "…"], "env": {"KEY": "value"}}}}

   It runs in the repository's directory and gets no key of a model. What it sends is data. */
#pragma once

#include "base/err.h"
#include "base/json.h"
#include "base/proc.h"
#include "base/vec.h"

typedef struct McpSetting {
    Str name;
    const char *const *argv; /* from `env` on */
} McpSetting;
typedef VEC(McpSetting) McpSettingVec;

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
    const volatile bool *cancel; /* ends a wait; NULL: never */
    Buf in;                      /* bytes of the next messages */
    uint64_t next_id;
    VEC(McpTool) tools;
} McpLink;

/* The servers of the user's settings. A missing file is no error. */
bool mcp_link_settings(Arena *arena, Str root, McpSettingVec *settings, Err *err) MUST_USE;
/* Starts a server and asks for its tools. */
bool mcp_link_open(Arena *arena, const McpSetting *setting, const volatile bool *cancel,
                   McpLink *link, Err *err) MUST_USE;
void mcp_link_close(McpLink *link);
typedef struct McpAnswer {
    Str text;
    bool failed; /* the tool says so; the text says why */
} McpAnswer;
/* Calls a tool. `arguments` is an object. */
bool mcp_link_call(McpLink *link, Arena *arena, Str tool, Json *arguments, McpAnswer *answer,
                   Err *err) MUST_USE;
