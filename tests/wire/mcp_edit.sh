#!/bin/bash
# The tool that changes files, offered to agents only by --allow-edits.
cd "$(dirname "$0")" || exit 2
exec node mcp_edit.mjs "$build/fovea"
