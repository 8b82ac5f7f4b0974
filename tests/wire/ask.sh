#!/bin/bash
# Questions to a scripted model: what goes out, what comes back, what is kept of a broken answer.
cd "$(dirname "$0")" || exit 2
exec node ask.mjs "$build/fovea"
