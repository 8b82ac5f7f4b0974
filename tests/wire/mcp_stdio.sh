#!/bin/bash
# Live sessions over standard input and output: order, cancelling, ends.
cd "$(dirname "$0")" || exit 2
exec node mcp_stdio.mjs "$build/fovea"
