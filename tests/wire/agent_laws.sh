#!/bin/bash
# What is never written: quotations, thoughts, halves of answers, what a user refused, delicate files that nobody named.
cd "$(dirname "$0")" || exit 2
exec node agent_laws.mjs "$build/fovea"
