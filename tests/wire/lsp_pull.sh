#!/bin/bash
# fovea lsp: diagnostics that are asked for, progress, folders, commands.
cd "$(dirname "$0")" || exit 2
exec node lsp_pull.mjs "$build/fovea"
