#!/bin/bash
# Tasks with a model, a repository and a server that mean harm.
cd "$(dirname "$0")" || exit 2
exec node agent_hostile.mjs "$build/fovea"
