#!/bin/bash
# build.sh DEPS_DIR [release|asan|fuzz|stock]: makes the grammar archives (see CMakeLists.txt here) in
# DEPS_DIR/<key>, where the key is that of the present manifest and recipe, so that several checkouts
# can share DEPS_DIR. Does nothing when they are there. The archives in use are also at DEPS_DIR/lib
# and DEPS_DIR/include.
# build.sh --key: prints the key.
set -u
here=$(cd "$(dirname "$0")" && pwd)
key=$(cd "$here" && cat grammars.lock CMakeLists.txt build.sh compile.sh ./*.sed ./*.[ch] | sha256sum | cut -c1-12)
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
cp "$here"/grammars.lock "$here"/CMakeLists.txt "$here"/*.sh "$here"/*.sed "$here"/*.[ch] "$out/recipe/"
if ! cmake -G Ninja -S "$out/recipe" -B "$out/build" -DFOVEA_DEPS_DIR="$dir" -DOUT="$out" \
    >"$out/configure.log" 2>&1; then
    cat "$out/configure.log" >&2
    exit 1
fi
echo "Compiling the parser core and the grammars ($variant; about two minutes on two cores, once) …"
cmake --build "$out/build" --target "$variant" || exit 1

core=$(awk '$1 == "core" { print $2 "-" $3 "/" $4 }' "$here/grammars.lock")
mkdir -p "$out/include"
cp -r "$dir/src/$core/include/tree_sitter" "$out/include/"
mkdir -p "$out/include/tree_sitter_core"
cp "$dir/src/$core/src/"*.h "$out/include/tree_sitter_core/"
cp "$out/$variant/parts/core/subtree.h" "$out/include/tree_sitter_core/"
cp "$here/support.h" "$out/include/fovea_grammars.h"
for folder in "$dir"/src/*/; do
    for text in "$folder"LICENSE*; do
        [ -f "$text" ] && printf '== %s\n\n%s\n\n' "$(basename "$folder")" "$(cat "$text")"
    done
done >"$out/licenses.txt"
touch "$out/$variant/done"
ln -sfn "$key/release" "$dir/lib"
ln -sfn "$key/include" "$dir/include"
