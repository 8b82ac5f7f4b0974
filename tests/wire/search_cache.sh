#!/bin/bash
# Whatever is asked and changed meanwhile, an answer that was kept is what a fresh one would be.
cd "$(dirname "$0")" || exit 2
exec node search_cache.mjs "$build/fovea" "${SEED:-1}" "${ROUNDS:-25}"
