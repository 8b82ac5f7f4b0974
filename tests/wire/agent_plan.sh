#!/bin/bash
# Steps of a plan at the same time.
cd "$(dirname "$0")" || exit 2
exec node agent_plan.mjs "$build/fovea"
