#!/bin/bash
# Odd and hostile streams of providers, as public reports have them.
cd "$(dirname "$0")" || exit 2
exec node chat_dialects.mjs "$build/tests/chat_driver" "$build/fovea"
