#!/bin/bash
# An embedding server that is slow, refuses, breaks off, lies: what is sent, kept and said.
cd "$(dirname "$0")" || exit 2
exec node embed.mjs "$build/fovea"
