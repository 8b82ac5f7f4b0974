#!/bin/bash
# token_counts.sh [FOLDER]: the estimate of tokens beside real byte-pair tokenizers, from npm at exact versions
# (make test-tokens). FOVEA_BUILD names another build folder.
cd "$(dirname "$0")/../.." || exit 2
build=${FOVEA_BUILD:-build}
packages=(gpt-tokenizer@4.0.0 @anthropic-ai/tokenizer@0.0.4)
if [ "$(cat "$build/npm-tokens/stamp" 2>/dev/null)" != "${packages[*]}" ]; then
    mkdir -p "$build/npm-tokens" && echo '{"private": true}' >"$build/npm-tokens/package.json" || exit 1
    npm install --prefix "$build/npm-tokens" --no-audit --no-fund --ignore-scripts --save-exact \
        "${packages[@]}" >"$build/npm-tokens.log" 2>&1 || { cat "$build/npm-tokens.log" >&2 && exit 1; }
    echo "${packages[*]}" >"$build/npm-tokens/stamp"
fi
cmake --build "$build" --target token_counts >/dev/null || exit 1
exec node tests/slow/token_counts.mjs "$build/tests/token_counts" "$build/npm-tokens/node_modules" "${1:-.}"
