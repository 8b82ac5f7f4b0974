#!/bin/bash
# The launcher of the npm package with a program of ours in the carrier's place: streams, arguments, exit
# codes, signals, and what it says where there is no program. With the Node at hand; where that can
# replace itself (22.15 and later) the other way is tested too, by hiding process.execve.
set -u
cd "$(dirname "$0")/../.." || exit 2
temp=$(mktemp -d) && trap 'rm -rf "$temp"' EXIT
platform=$(node -p 'process.platform + "-" + process.arch')
modules=$temp/node_modules
carrier=$modules/@fovea/$platform/bin
mkdir -p "$modules/@fovea/cli/bin" "$carrier"
cp packaging/npm/launcher.js "$modules/@fovea/cli/bin/fovea.js"
write_manifest() { # carriers
    printf '{"name":"@fovea/cli","version":"1.2.3","optionalDependencies":{%s}}' "$1" \
        >"$modules/@fovea/cli/package.json"
}
write_manifest "\"@fovea/$platform\":\"1.2.3\",\"@fovea/plan9-vax\":\"1.2.3\""
printf 'delete process.execve\n' >"$temp/old.js"
cat >"$carrier/fovea" <<'PROGRAM'
#!/bin/bash
case $1 in
echo) shift && printf '<%s>' "$@" && cat && echo problem >&2 && exit 7 ;;
signal) kill -"$2" $$ ;;
wait) # says where it is, then ends by the signal that it was sent
    trap 'echo got TERM; exit 42' TERM
    trap 'echo got HUP; exit 43' HUP
    echo ready
    for ((n = 0; n < 100; n++)); do sleep 0.05; done
    ;;
esac
PROGRAM
chmod +x "$carrier/fovea"

failed=0
expect() { # what, expected, got
    [ "$2" = "$3" ] && return
    printf 'FAILED %s: %s\nexpected: %q\ngot:      %q\n' "$way" "$1" "$2" "$3"
    failed=1
}
launch() { node "${node[@]}" "$modules/@fovea/cli/bin/fovea.js" "$@"; }

check_streams() {
    expect 'streams and arguments' '<a b><><$x>input' \
        "$(printf input | launch echo 'a b' '' '$x' 2>"$temp/stderr")"
    launch echo </dev/null >/dev/null 2>"$temp/stderr"
    expect 'exit code' 7 $?
    expect 'standard error' problem "$(cat "$temp/stderr")"
}

check_signals() {
    local name code
    for name in TERM:143 KILL:137 PIPE:141 SEGV:139; do
        (ulimit -c 0 && launch signal "${name%:*}") 2>/dev/null
        code=$?
        expect "a program that ends by SIG$name" "${name#*:}" $code
    done
    for name in TERM:42 HUP:43; do
        coproc RUN { exec node "${node[@]}" "$modules/@fovea/cli/bin/fovea.js" wait; }
        local pid=$RUN_PID ready answer
        exec {from}<&"${RUN[0]}"
        read -r -t 20 ready <&"$from"
        kill -"${name%:*}" "$pid"
        read -r -t 20 answer <&"$from"
        wait "$pid"
        code=$?
        exec {from}<&-
        expect "SIG$name reaches the program" "ready, got ${name%:*}, ${name#*:}" "$ready, $answer, $code"
    done
}

check_missing() {
    mv "$carrier/fovea" "$carrier/aside"
    expect 'carrier not installed' \
        "Error: the package @fovea/$platform with the program for this platform is not installed" \
        "$(launch 2>&1 | head -1)"
    launch 2>/dev/null
    expect 'carrier not installed: exit code' 1 $?
    write_manifest '"@fovea/plan9-vax":"1.2.3"'
    expect 'no carrier for the platform' \
        "Error: there is no ready program for $platform, only for plan9-vax" "$(launch 2>&1 | head -1)"
    expect 'FOVEA_BINARY' '<x>' \
        "$(FOVEA_BINARY=$carrier/aside launch echo x </dev/null 2>/dev/null)"
    expect 'FOVEA_BINARY that is not there' 'Hint: FOVEA_BINARY must name a program' \
        "$(FOVEA_BINARY=$temp/none launch 2>&1 | tail -1)"
    mv "$carrier/aside" "$carrier/fovea"
    write_manifest "\"@fovea/$platform\":\"1.2.3\",\"@fovea/plan9-vax\":\"1.2.3\""
    chmod -x "$carrier/fovea"
    expect 'not executable' 'Hint: install the package again' "$(launch 2>&1 | tail -1)"
    chmod +x "$carrier/fovea"
}

check_all() {
    check_streams
    check_signals
    check_missing
}

node=() way=$(node --version)
check_all
if [ "$(node -p 'typeof process.execve')" = function ]; then
    node=(-r "$temp/old.js") way='as a child'
    check_all
fi
exit $failed
