#!/bin/bash
# build.sh DEPS_DIR [release|asan|fuzz|stock]: makes the grammar archives (see CMakeLists.txt here) in
# DEPS_DIR/<key>, where the key is that of the present manifest and recipe, so that several checkouts
# can share DEPS_DIR. Does nothing when they are there. The archives in use are also at DEPS_DIR/lib
# and DEPS_DIR/include. The headers are in DEPS_DIR/headers/<hash of the headers>, to which
# DEPS_DIR/<key>/include points: a new key with the same headers leaves the path, and so what includes
# them, as it is.
# build.sh --key: prints the key.
set -u
here=$(cd "$(dirname "$0")" && pwd)
recipe() { (cd "$here" && LC_ALL=C && printf '%s\n' CMakeLists.txt grammars.lock ./*.sh ./*.[ch] patches/*/*.patch); }
key=$(cd "$here" && recipe | xargs sha256sum | sha256sum | cut -c1-12)
if [ "${1-}" = --key ]; then
    echo "$key"
    exit
fi
variant=${2-release}
mkdir -p "$1" || exit 1
dir=$(cd "$1" && pwd)
out=$dir/$key
[ -e "$out/$variant/done" ] && exit 0

exec 8>"$dir/.build.lock"
flock 8
[ -e "$out/$variant/done" ] && exit 0
"$here/fetch.sh" "$dir" || exit 1
mkdir -p "$out/recipe"
# The checkout that came first may be gone when another one wants a further variant.
(cd "$here" && recipe | xargs cp --parents -t "$out/recipe") || exit 1
if ! cmake -G Ninja -S "$out/recipe" -B "$out/build" -DFOVEA_DEPS_DIR="$dir" -DOUT="$out" \
    >"$out/configure.log" 2>&1; then
    cat "$out/configure.log" >&2
    exit 1
fi
echo "Compiling the parser core and the grammars ($variant; about two minutes on two cores, once) …"
ninja -C "$out/build" "$variant" || exit 1

core=$(awk '$1 == "core" { print $2 "-" $3 "/" $4 }' "$here/grammars.lock")
headers=$out/headers
rm -rf "$headers"
mkdir -p "$headers/tree_sitter_core"
cp -r "$dir/src/$core/include/tree_sitter" "$headers/"
cp "$dir/src/$core/src/"*.h "$headers/tree_sitter_core/"
cp "$out/$variant/parts/core/subtree.h" "$headers/tree_sitter_core/"
cp "$here/support.h" "$headers/fovea_grammars.h"
hash=$(cd "$headers" && find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum | cut -c1-12)
mkdir -p "$dir/headers"
[ -d "$dir/headers/$hash" ] || mv "$headers" "$dir/headers/$hash"
rm -rf "$headers"
ln -sfn "../headers/$hash" "$out/include"
for folder in "$dir"/src/*/; do
    for text in "$folder"LICENSE*; do
        [ -f "$text" ] && printf '== %s\n\n%s\n\n' "$(basename "$folder")" "$(cat "$text")"
    done
done >"$out/licenses.txt"
touch "$out/$variant/done"
ln -sfn "$key/release" "$dir/lib"
ln -sfn "$key/include" "$dir/include"
