#!/bin/bash
# A server's catalog in memory: fresh after every kind of change, gone with the server.
cd "$(dirname "$0")" || exit 2
exec node mcp_daemon.mjs "$build/fovea"
