#!/bin/bash
# mend.sh PATCH FILE: applies a patch of patches/ to a copy of an upstream file. One hunk that does not
# apply is an error that names it: patch(1) may find a hunk's lines elsewhere in the file, but each line
# must be as the hunk has it.
set -u
if ! said=$(patch --force --fuzz=0 --no-backup-if-mismatch --reject-file=- "$2" <"$1" 2>&1); then
    printf 'Error: %s does not apply to %s\n%s\n' "$1" "$2" "$said" >&2
    echo 'Hint: the upstream file differs from the one that the patch was made for; see docs/core.md' >&2
    exit 1
fi
