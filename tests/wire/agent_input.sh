#!/bin/bash
# Questions on standard input, and what is shown of a reply.
cd "$(dirname "$0")" || exit 2
exec node agent_input.mjs "$build/fovea"
