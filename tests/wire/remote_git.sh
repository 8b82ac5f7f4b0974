#!/bin/bash
# A bare git repository as a remote of fovea, by path and by http, and what a repository's configuration may not do.
cd "$(dirname "$0")" || exit 2
exec node remote_git.mjs "$build/tests/remote_driver"
