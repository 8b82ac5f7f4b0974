#!/bin/bash
# Commands that the user allows run after a write and when the model asks; no others do.
cd "$(dirname "$0")" || exit 2
exec node agent_allowed.mjs "$build/fovea"
