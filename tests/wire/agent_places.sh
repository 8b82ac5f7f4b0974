#!/bin/bash
# Files that a task names are in the window; what is too large for it is said and blocks nothing; words appear as they come.
cd "$(dirname "$0")" || exit 2
exec node agent_places.mjs "$build/fovea"
