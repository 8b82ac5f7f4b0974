#!/bin/bash
# build.sh DEPS_DIR [release|asan|fuzz]: makes the grammar archives (see CMakeLists.txt here).
# Does nothing when DEPS_DIR/VARIANT/stamp is that of the present manifest and recipe.
# build.sh --key: prints that stamp.
set -u
here=$(cd "$(dirname "$0")" && pwd)
key=$(cat "$here/grammars.lock" "$here/CMakeLists.txt" "$here/compile.sh" "$here/support.c" "$here/support.h" | sha256sum | cut -c1-16)
if [ "${1-}" = --key ]; then
    echo "$key"
    exit
fi
variant=${2-release}
mkdir -p "$1" || exit 1
dir=$(cd "$1" && pwd)
# A directory marked READY is shared by several checkouts and used as it is.
current() {
    [ "$(cat "$dir/$variant/stamp" 2>/dev/null)" = "$key" ] ||
        [ -e "$dir/READY" -a -e "$dir/$variant/stamp" ]
}
current && exit 0

exec 8>"$dir/.build.lock"
flock 8
current && exit 0
"$here/fetch.sh" "$dir" || exit 1
if ! cmake -G Ninja -S "$here" -B "$dir/build" -DFOVEA_DEPS_DIR="$dir" >"$dir/configure.log" 2>&1; then
    cat "$dir/configure.log" >&2
    exit 1
fi
echo "Compiling the parser core and the grammars ($variant; about two minutes on two cores, once) …"
cmake --build "$dir/build" --target "$variant" || exit 1

core=$(awk '$1 == "core" { print $2 "-" $3 "/" $4 }' "$here/grammars.lock")
mkdir -p "$dir/include"
cp -r "$dir/src/$core/include/tree_sitter" "$dir/include/"
cp "$here/support.h" "$dir/include/fovea_grammars.h"
ln -sfn release "$dir/lib"
for folder in "$dir"/src/*/; do
    for text in "$folder"LICENSE*; do
        [ -f "$text" ] && printf '== %s\n\n%s\n\n' "$(basename "$folder")" "$(cat "$text")"
    done
done >"$dir/licenses.txt"
echo "$key" >"$dir/$variant/stamp"
