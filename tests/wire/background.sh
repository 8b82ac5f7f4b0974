#!/bin/bash
# What goes on when an answer is there.
cd "$(dirname "$0")" || exit 2
exec node background.mjs "$build/fovea"
