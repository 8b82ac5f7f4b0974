#!/bin/bash
# forms.sh: the trees of R (bench/corpora.list) indexed in a cache of their own, and N symbols of each asked about in
# every form: lazily through the library beside all loaded (tests/slow/fresh.c), then by command line and server
# (tests/slow/forms.mjs). Run by `make test-forms`.
set -u
cd "$(dirname "$0")/../.." || exit 2
fovea=$PWD/build/fovea fresh=$PWD/build/tests/fresh
cache=$(mktemp -d) && trap 'rm -rf "$cache"' EXIT
export XDG_CACHE_HOME=$cache
bad=0
for name in ${R:-redis-repo django}; do
    tree=$(bench/corpora.sh "$name" | tail -1) || exit 2
    "$fovea" index --quiet "$tree" && "$fresh" "$tree" ${N:+"$N"} || bad=1
    node tests/slow/forms.mjs "$fovea" "$tree" || bad=1
done
exit $bad
