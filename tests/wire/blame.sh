#!/bin/bash
# fovea blame beside git blame on a history of many edits, renames and merges: the same commit for each line.
cd "$(dirname "$0")" || exit 2
exec node blame.mjs "$build/fovea"
