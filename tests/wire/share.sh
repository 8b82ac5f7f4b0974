#!/bin/bash
# push and pull by a folder, artifacts that lie included.
cd "$(dirname "$0")" || exit 2
exec node share.mjs "$build/fovea"
