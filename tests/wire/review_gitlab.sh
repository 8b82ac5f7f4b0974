#!/bin/bash
# The script of integrations/gitlab in a clone of a merge request, and the note that it writes.
cd "$(dirname "$0")" || exit 2
exec node review_gitlab.mjs "$build/fovea" "$root/integrations/gitlab/fovea-review.yml"
