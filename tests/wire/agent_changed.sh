#!/bin/bash
# A file that its user changes between two tasks: its new text counts, and an edit of it is not stale.
cd "$(dirname "$0")" || exit 2
exec node agent_changed.mjs "$build/fovea"
