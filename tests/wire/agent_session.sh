#!/bin/bash
# What a session keeps, and slash commands.
cd "$(dirname "$0")" || exit 2
exec node agent_session.mjs "$build/fovea"
