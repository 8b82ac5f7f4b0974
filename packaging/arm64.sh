#!/bin/bash
# arm64.sh DEPS: the program for Linux on 64-bit ARM, in build-arm64/portable/fovea, made on a machine of another
# kind. Its libraries are Debian's, brought by apt with a state of its own: this machine's packages
# stay as they are. The grammars' sources are those of DEPS.
set -eu
cd "$(dirname "$0")/.."
out=$PWD/build-arm64
libraries='libxxhash-dev libssl-dev libsqlite3-dev libzstd-dev libpcre2-dev libgit2-dev zlib1g-dev libmbedtls-dev
    libevent-dev libpq-dev libpq5'
mkdir -p "$out/deps" "$out/apt/lists/partial" "$out/apt/archives/partial" "$out/debs"

fetch_libraries() {
    local apt=(apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64
        -o APT::Sandbox::User="$(id -un)" -o Dir::State="$out/apt" -o Dir::State::Lists="$out/apt/lists"
        -o Dir::State::status="$out/apt/status" -o Dir::Cache="$out/apt")
    touch "$out/apt/status"
    "${apt[@]}" update || echo 'some package sources did not answer' >&2
    (cd "$out/debs" && "${apt[@]}" download $libraries) || return
    rm -rf "$out/root.part"
    for deb in "$out"/debs/*.deb; do
        dpkg-deb -x "$deb" "$out/root.part" || return
    done
    rm -rf "$out/root"
    mv "$out/root.part" "$out/root"
}

if [ ! -d "$out/root/usr/include/postgresql" ] && ! fetch_libraries; then
    echo "Error: cannot fetch Debian's libraries for arm64: $libraries" >&2
    echo 'Hint: check the network and the package sources, then run the same command again' >&2
    exit 1
fi
[ -e "$out/deps/src" ] || ln -s "$1/src" "$out/deps/src"
export CROSS=aarch64-linux-gnu- FOVEA_DEPS_DIR=$out/deps
deps/build.sh "$out/deps"
[ -f "$out/build.ninja" ] ||
    cmake --preset package -B "$out" --toolchain "$PWD/packaging/arm64.cmake" --log-level=WARNING >/dev/null
cmake --build "$out" --target fovea_portable fovea-postgres
