/* `fovea mcp`: serves the tools over MCP. server.h explains how it works. */
#pragma once

#include "tools/tool.h"

typedef struct ServeOptions {
    Str profile;     /* core, full, or list:a,b */
    Str address;     /* ADDR:PORT for HTTP; empty: standard input and output */
    bool edits;      /* tools that change files are offered */
    bool structured; /* every answer as structuredContent, too */
    /* Tests only; NULL: none. Methods that replace the product's of the same name. Their lists may
       change, and they read no repository. */
    const struct Method *(*find_method)(Str name);
} ServeOptions;

/* Serves until end of input or a signal. `context`: the readable directories and the settings. */
bool serve_run(const ToolContext *context, const ServeOptions *options, Err *err) MUST_USE;
