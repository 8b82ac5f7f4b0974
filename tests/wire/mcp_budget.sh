#!/bin/bash
# What an agent asks for with a budget comes whole, within it.
cd "$(dirname "$0")" || exit 2
exec node mcp_budget.mjs "$build/fovea"
