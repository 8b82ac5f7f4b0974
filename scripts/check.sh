#!/bin/bash
# check.sh: the fast tests and every other check (make check). Every step runs; the last line lists the failed
# ones. If CI is set, .ci/run has already run the tests on a build with -Werror.
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

build_strictly() {
    cmake --preset release -B build-check -DFOVEA_WERROR=ON --log-level=WARNING >/dev/null &&
        cmake --build build-check --target fovea_objects fovea_app_objects fovea_test_library tests
}

if [ -z "${CI-}" ]; then
    step 'build without warnings' build_strictly
    step 'tests' tests/run
fi
step 'floors' scripts/floors.sh
step 'laws' scripts/laws.sh
step 'headers compile alone' scripts/headers.sh
step 'lengths' scripts/lengths.sh
step 'sentences' scripts/sentences.sh
step 'plain' scripts/plain.sh
step 'names' scripts/names.sh
step 'denials are listed' scripts/denials.sh
step 'format' scripts/format.sh --check
step 'documents are those that the program generates' scripts/docs.sh --check
step 'clang-tidy' scripts/tidy.sh
[ ${#failed[@]} -eq 0 ] && echo 'check: all passed' && exit 0
printf 'check: failed:' && printf ' %s;' "${failed[@]}" && echo
exit 1
