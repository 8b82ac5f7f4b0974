#!/bin/bash
# Live sessions over HTTP, of both eras.
cd "$(dirname "$0")" || exit 2
exec node mcp_http.mjs "$build/fovea"
