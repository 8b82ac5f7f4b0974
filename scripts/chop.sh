#!/bin/bash
# chop.sh [WORD]: runs tests/chop/chop.c, which cuts and damages a file, on the sample of every language (that WORD
# selects), in the sanitizer build.
cd "$(dirname "$0")/.." || exit 2
for sample in languages/*"${1-}"*/sample.*; do
    [ -f "$sample" ] && [ "${sample##*/}" != sample.map ] && echo "$sample"
done | xargs -r -P "$(nproc)" -n 1 build-dev/tests/chop | awk '
    { cases += $1; failed += $3; if ($6 > slowest) slowest = $6 }
    END {
        printf "%d cases, %d failed, slowest %d ms\n", cases, failed, slowest
        exit failed > 0 || !cases
    }'
codes=("${PIPESTATUS[@]}")
[ "${codes[1]}${codes[2]}" = 00 ] || { echo 'chop: failed' && exit 1; }
