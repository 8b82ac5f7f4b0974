#!/bin/bash
# Reasoning that goes back to its model: each provider's rule, against a server that refuses what breaks it.
cd "$(dirname "$0")" || exit 2
exec node chat_reasoning.mjs "$build/tests/chat_driver"
