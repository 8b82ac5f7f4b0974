#!/bin/bash
# Reports of a hostile change: every form is well-formed, nothing of the change becomes markup or a command.
cd "$(dirname "$0")" || exit 2
exec node review.mjs "$build/fovea"
