#!/bin/bash
# Every command in every form, without an index, from the stored one, and by the server: on a tree that is made.
cd "$(dirname "$0")" || exit 2
exec node ../slow/forms.mjs "$build/fovea"
