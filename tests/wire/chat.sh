#!/bin/bash
# The client of chat models against a scripted server, through all its faults: both APIs.
cd "$(dirname "$0")" || exit 2
exec node chat.mjs "$build/tests/chat_driver"
