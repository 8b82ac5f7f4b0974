#!/bin/bash
# The action in a clone of one commit, and the comments that are made of its report.
cd "$(dirname "$0")" || exit 2
exec node review_hosts.mjs "$build/fovea" "$root/integrations/github"
