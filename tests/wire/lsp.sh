#!/bin/bash
# fovea lsp: what editors ask, and what no editor should send.
cd "$(dirname "$0")" || exit 2
exec node lsp.mjs "$build/fovea"
