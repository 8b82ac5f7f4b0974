#!/bin/bash
# A pulled index equals a built one in odd repositories, clones and settings; `make test-share-law` has more of them.
cd "$(dirname "$0")" || exit 2
QUICK=1 exec node share_law.mjs "$build/fovea"
