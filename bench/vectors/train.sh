#!/bin/bash
# train.sh: downloads the packages of sources.list, trains word vectors on them and writes
# src/text/word_vectors.bin and docs/word-vectors.tsv, which lists what they were trained on.
# Arguments are settings of train.c. Needs some 5 GB of disk, 3 GB of memory, 20 minutes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
build=${FOVEA_BUILD:-$root/build}
sources=$("$here/fetch.sh")
stream=$build/vectors
mkdir -p "$stream"
taken=$(nice "$build/bench/vectors_extract" "$sources" "$stream")
{
    echo "# What src/text/word_vectors.bin was trained on: nothing but how often words occur together was kept."
    echo "# $taken."
    printf 'registry\tpackage\tversion\tlicences\n'
    cat "$sources"/*.tsv | LC_ALL=C sort
} >"$root/docs/word-vectors.tsv"
packages=$(cat "$sources"/*.tsv | wc -l)
nice "$build/bench/vectors_train" "$stream" pairs="$here/pairs.list" out="$root/src/text/word_vectors.bin" \
    provenance="Word vectors for code, by make train-vectors on $(date -u +%F), from $packages packages of Debian and npm: \
docs/word-vectors.tsv names them, their versions and licences." "$@"
