#!/bin/bash
# Slash commands, skills and MCP servers of the user's own settings.
cd "$(dirname "$0")" || exit 2
exec node agent_own.mjs "$build/fovea"
