#!/bin/bash
# The page of a hostile change: it is well-formed, nothing of the change becomes markup, and no changed line is lost.
cd "$(dirname "$0")" || exit 2
exec node diff_page.mjs "$build/fovea"
