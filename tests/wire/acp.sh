#!/bin/bash
# fovea acp with a client that sends anything: malformed, huge, out of order, cut off.
cd "$(dirname "$0")" || exit 2
exec node acp.mjs "$build/fovea"
