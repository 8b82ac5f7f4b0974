/* The MCP servers of the user's settings, in the user's file mcp.json, which has the form that
   other agents use:

       {"mcpServers": {"files": {"command": "npx", "args": ["-y", "…"], "env": {"KEY": "value"}},
                       "wiki": {"url": "https://…/mcp", "headers": {"Authorization": "Bearer
   ${TOKEN}"}}}}

   A program runs in the repository's directory and gets no key of a model. */
#pragma once

#include "base/err.h"
#include "net/http.h"

typedef struct McpSetting {
    Str name;
    const char *const *argv; /* from `env` on; NULL: a server at an address */
    Str url;
    const HttpHeader *headers; /* as they are written */
    size_t header_count;
    bool is_old; /* "type": "sse", the transport before 2025-03-26 */
} McpSetting;
typedef VEC(McpSetting) McpSettingVec;

/* A missing file is no error. */
bool mcp_settings_read(Arena *arena, Str root, McpSettingVec *settings, Err *err) MUST_USE;
/* The headers of a server at an address, with `${NAME}` replaced by variables of the environment.
   Fails if one is not set, or if a header would go over a network unencrypted. */
bool mcp_settings_expand(Arena *arena, const McpSetting *setting, HttpHeader **headers,
                         Err *err) MUST_USE;
