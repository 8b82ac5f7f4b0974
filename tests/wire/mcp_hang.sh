#!/bin/bash
# A server whose other processes, or whose client, do not read: it goes on, and ends.
cd "$(dirname "$0")" || exit 2
exec node mcp_hang.mjs "$build/fovea"
