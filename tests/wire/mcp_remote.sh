#!/bin/bash
# MCP servers over HTTP as look-ups of the agent, in both transports, also hostile ones.
cd "$(dirname "$0")" || exit 2
exec node mcp_remote.mjs "$build/fovea"
