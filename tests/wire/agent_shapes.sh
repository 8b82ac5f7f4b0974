#!/bin/bash
# The files that setup writes, against the shapes that agents read.
cd "$(dirname "$0")" || exit 2
exec node agent_shapes.mjs "$build/fovea"
