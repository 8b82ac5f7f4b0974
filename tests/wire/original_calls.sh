#!/bin/bash
# The calls of the earlier programs' MCP servers, as their documents wrote them (docs/replaces.md).
cd "$(dirname "$0")" || exit 2
exec node original_calls.mjs "$build/fovea"
