#!/bin/bash
# What strangers may cost a server by HTTP: connections, descriptors, memory, words on standard error.
cd "$(dirname "$0")" || exit 2
exec node mcp_http_gate.mjs "$build/fovea"
