#!/bin/bash
# check.sh: what a change must keep beside its tests (make check). Every step runs; the last line
# says which failed.
cd "$(dirname "$0")/.." || exit 2
failed=()
step() {
    local name=$1 start=$SECONDS
    shift
    if "$@"; then
        echo "ok      $name ($((SECONDS - start)) s)"
    else
        echo "FAILED  $name"
        failed+=("$name")
    fi
}

# Where CI is set, build/ itself was built so.
build_strictly() {
    [ -n "${CI-}" ] && return
    cmake --preset release -B build-check -DFOVEA_WERROR=ON --log-level=WARNING >/dev/null &&
        cmake --build build-check --target fovea_objects fovea_app_objects fovea_test_library tests
}

step 'build without warnings' build_strictly
step 'tests' tests/run
step 'floors' scripts/floors.sh
step 'laws' scripts/laws.sh
step 'headers compile alone' scripts/headers.sh
step 'lengths' scripts/lengths.sh
step 'sentences' scripts/sentences.sh
step 'format' scripts/format.sh --check
step 'documents are those that the program generates' scripts/docs.sh --check
step 'clang-tidy' scripts/tidy.sh
[ ${#failed[@]} -eq 0 ] && echo 'check: all passed' && exit 0
printf 'check: failed:' && printf ' %s;' "${failed[@]}" && echo
exit 1
