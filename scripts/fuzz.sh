#!/bin/bash
# fuzz.sh NAME SECONDS: runs tests/fuzz/fuzz_NAME.c (empty: each target) for SECONDS. The corpus is in
# build-fuzz/corpus/NAME, seeded with tests/fuzz/seeds/NAME and the samples of the languages, each after a
# line with its language. tests/fuzz/NAME.dict, if present, is the dictionary; tests/fuzz/NAME.languages lists
# the languages whose samples are useful. An input may take two minutes by the clock: the code has limits of
# its own, and a busy machine under sanitizers is slow. The slowest input is printed.
cd "$(dirname "$0")/.." || exit 2
name=$1 seconds=$2 bad=0
rm -rf build-fuzz/samples
mkdir -p build-fuzz/samples
for sample in languages/*/sample.*; do
    id=$(basename "$(dirname "$sample")")
    case $sample in
    *.map) ;;
    *) { echo "$id" && cat "$sample"; } >build-fuzz/samples/"$id" ;;
    esac
done
for source in tests/fuzz/fuzz_${name:-*}.c; do
    [ -f "$source" ] || { echo "Error: there is no fuzz target ${name:-at all}" >&2 && exit 1; }
    target=$(basename "$source" .c)
    cmake --build build-fuzz --target "$target" || exit 1
    corpus=build-fuzz/corpus/${target#fuzz_}
    mkdir -p "$corpus"
    seeds=()
    [ -d "tests/fuzz/seeds/${target#fuzz_}" ] && seeds+=("tests/fuzz/seeds/${target#fuzz_}")
    words=()
    [ -f "tests/fuzz/${target#fuzz_}.dict" ] && words=(-dict="tests/fuzz/${target#fuzz_}.dict")
    samples=build-fuzz/samples
    if [ -f "tests/fuzz/${target#fuzz_}.languages" ]; then
        samples=build-fuzz/samples-${target#fuzz_}
        mkdir -p "$samples"
        (cd build-fuzz/samples && xargs cp -t "../../$samples") <"tests/fuzz/${target#fuzz_}.languages"
    fi
    echo "fuzzing ${target#fuzz_} for $seconds s"
    build-fuzz/"$target" -max_total_time="$seconds" -timeout=120 -rss_limit_mb=3000 -entropic=0 \
        -artifact_prefix="build-fuzz/crash-${target#fuzz_}-" -close_fd_mask=1 -print_final_stats=1 \
        "${words[@]}" "$corpus" "${seeds[@]}" "$samples" >build-fuzz/"$target".log 2>&1 || bad=1
    grep -E 'ERROR|SUMMARY|Test unit written|number_of_executed_units|slowest_unit|peak_rss' \
        build-fuzz/"$target".log
done
exit $bad
