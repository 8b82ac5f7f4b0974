/* `fovea mcp`: the tools as an MCP server. See server.h for how it works inside. */
#pragma once

#include "tools/tool.h"

typedef struct ServeOptions {
    Str profile;      /* core, full, or list:a,b */
    Str address;      /* ADDR:PORT for HTTP; empty: standard input and output */
    bool structured;  /* every answer as structuredContent, too */
    bool conformance; /* the fixtures of the conformance suite instead of the tools */
} ServeOptions;

/* Serves until end of input or a signal. `context` says what may be read. */
bool serve_run(const ToolContext *context, const ServeOptions *options, Err *err) MUST_USE;
