#!/bin/bash
# The client of chat models against a strict server of the APIs of OpenAI, Azure, Bedrock and Vertex.
cd "$(dirname "$0")" || exit 2
exec node chat_clouds.mjs "$build/tests/chat_driver"
