#!/bin/bash
# No command and no tool of MCP runs anything of a repository, or changes a byte below .git.
cd "$(dirname "$0")" || exit 2
exec node git_quiet.mjs "$build/fovea"
