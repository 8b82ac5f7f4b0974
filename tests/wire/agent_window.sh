#!/bin/bash
# What is sent is within the model's window, by the provider's counter or by the estimate.
cd "$(dirname "$0")" || exit 2
exec node agent_window.mjs "$build/fovea"
