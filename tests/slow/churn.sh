#!/bin/bash
# churn.sh STEPS SEED TREE...: random edits, adds, removes, renames and moves on copies of real trees;
# after each step the updated index must equal a rebuilt one, and with LIVE set so must a catalog that is kept in
# memory (make test-churn).
cd "$(dirname "$0")/../.." || exit 2
build=$(cd "${FOVEA_BUILD:-build}" && pwd) || exit 2
steps=$1 seed=$2 failed=0
shift 2
work=$(mktemp -d "${TMPDIR:-/tmp}/fovea-churn.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
for name in "$@"; do
    tree=$(bench/corpora.sh "$name") || exit 2
    cp -a "$tree" "$work/$name" && rm -rf "$work/$name/.git"
    printf '%s: ' "$name"
    "$build/tests/churn" "$work/$name" "$steps" "$seed" ${LIVE:+0 "$work/index/$name.db"} || failed=1
    rm -rf "${work:?}/$name"
done
exit $failed
