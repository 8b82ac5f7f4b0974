#!/bin/bash
# Tasks for a scripted model: what is written, and what is not.
cd "$(dirname "$0")" || exit 2
exec node agent.mjs "$build/fovea"
