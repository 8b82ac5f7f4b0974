#!/bin/bash
# npm.sh OUT LICENSES PLATFORM=PROGRAM …: the npm packages and the entry of the MCP registry, in OUT:
# fovea-cli-<version>.tgz (the launcher, @fovea/cli), fovea-<platform>-<version>.tgz (a program each), server.json.
# PLATFORM is Node's name of system and processor: linux-x64. A program that runs here, by qemu if need be,
# must be of the version that CMakeLists.txt says. With PLATFORM=PROGRAM+POSTGRES, a carrier has fovea-postgres, too.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
out=$1 licenses=$2
shift 2
source "$here/facts"
version=$(sed -n 's/^project(fovea VERSION \([0-9.]*\).*/\1/p' "$here/../CMakeLists.txt")

# Replaces @NAME@ in file $1 by the values of the variables.
fill() {
    sed -e "s|@VERSION@|$version|g; s|@SUMMARY@|$SUMMARY|g; s|@MCP_NAME@|$MCP_NAME|g" \
        -e "s|@PLATFORM@|${platform-}|g; s|@OS@|${platform%-*}|g; s|@CPU@|${platform#*-}|g" \
        -e "s|@CARRIERS@|${carriers-}|g" "$1"
}

pack() { (cd "$out" && npm pack --ignore-scripts --silent --offline "./stage/$1" >/dev/null); }

host=linux-$(node -p process.arch)
# Runs program $2 of platform $1, or fails with 3 when this machine cannot.
run() {
    [ "$1" != "$host" ] || { "$2" --version; return; }
    [ "$1" = linux-arm64 ] && command -v qemu-aarch64-static >/dev/null || return 3
    qemu-aarch64-static "$2" --version
}

rm -rf "$out"
mkdir -p "$out/stage"
out=$(cd "$out" && pwd)
carriers=
for pair in "$@"; do
    platform=${pair%%=*} program=${pair#*=} postgres=
    [[ $program != *+* ]] || { postgres=${program#*+} && program=${program%%+*}; }
    code=0
    got=$(run "$platform" "$program") || code=$?
    if [ $code != 3 ] && [ "$got" != "fovea $version" ]; then
        echo "Error: $program is ${got:-no program that runs}, not fovea $version" >&2
        exit 1
    fi
    stage=$out/stage/$platform
    mkdir -p "$stage/bin"
    install -m 755 "$program" "$stage/bin/fovea"
    [ -z "$postgres" ] || install -m 755 "$postgres" "$stage/bin/fovea-postgres"
    cp "$here/../LICENSE" "$stage/"
    cp "$licenses" "$stage/licenses.txt"
    fill "$here/npm/carrier.json.in" >"$stage/package.json"
    pack "$platform"
    carriers+="${carriers:+, }\"@fovea/$platform\": \"$version\""
done
platform=
stage=$out/stage/cli
mkdir -p "$stage/bin"
install -m 755 "$here/npm/launcher.js" "$stage/bin/fovea.js"
cp "$here/../LICENSE" "$here/npm/README.md" "$stage/"
fill "$here/npm/package.json.in" >"$stage/package.json"
pack cli
fill "$here/server.json.in" >"$out/server.json"
node "$here/server_json.mjs" "$out/server.json" "$stage/package.json"
rm -rf "$out/stage"
