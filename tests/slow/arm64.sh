#!/bin/bash
# arm64.sh TESTS [WORD]: every unit and property test in the emulator of 64-bit ARM, each in a process of its
# own with little address space: the emulator keeps a record of every page that is reserved, and for ever.
cd "$(dirname "$0")/../.." || exit 2
tests=$1 word=${2-} passed=0 failed=0
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT
# shellcheck disable=SC2013
for name in $(sed -n 's/^TEST(\([a-z_0-9]*\).*/\1/p' tests/unit/test_*.c tests/property/prop_*.c); do
    [[ $name == *$word* ]] || continue
    if (ulimit -v 60000000 && timeout 300 qemu-aarch64-static "$tests" "$name") >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name" && tail -3 "$log"
    fi
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
