#!/bin/bash
# fetch.sh DEPS_DIR: brings every package of grammars.lock to DEPS_DIR/src/<package>-<version>.
# A package is taken only when its tarball has the sha512 of the lock file. Only C sources, the
# licence and package.json are unpacked. What is already there is kept, so a failed run is
# simply run again.
set -u
here=$(cd "$(dirname "$0")" && pwd)
dir=$1
tarballs=$dir/tarballs
mkdir -p "$dir/src" "$tarballs"
log=$dir/fetch.log
allowed='MIT|ISC|Apache-2\.0'

fail() {
    printf 'Error: %s\n' "$1" >&2
    printf 'Hint: %s\n' "$2" >&2
    exit 1
}

# name VERSION of a package -> file name that `npm pack` gives it
tarball_name() {
    local name=${1#@}
    printf '%s-%s.tgz' "${name//\//-}" "$2"
}

packages() { grep -v '^#' "$here/grammars.lock" | awk '{ print $2, $3, $8 }' | sort -u; }

# Packages that are not unpacked yet, one "name version sha512 tarball folder" a line.
missing() {
    local name version sha file folder
    while read -r name version sha; do
        file=$(tarball_name "$name" "$version")
        folder=$dir/src/${file%.tgz}
        [ "$(cat "$folder/.sha512" 2>/dev/null)" = "$sha" ] && continue
        printf '%s %s %s %s %s\n' "$name" "$version" "$sha" "$file" "$folder"
    done < <(packages)
}

verified() { printf '%s  %s\n' "$1" "$2" | sha512sum --check --status 2>/dev/null; }

download() {
    local specs=() name version sha file folder
    while read -r name version sha file folder; do
        verified "$sha" "$tarballs/$file" || specs+=("$name@$version")
    done < <(missing)
    [ ${#specs[@]} -eq 0 ] && return 0
    command -v npm >/dev/null || fail 'npm is missing: it fetches the grammar packages' \
        'apt-get install npm (or put npm on PATH), then run the same command again'
    echo "Fetching ${#specs[@]} grammar packages with npm (about 80 MB) …"
    (cd "$tarballs" && npm pack --ignore-scripts --silent --prefer-offline "${specs[@]}") \
        >"$log" 2>&1 </dev/null
}

unpack() {
    local name version sha file folder failed=0
    while read -r name version sha file folder; do
        if [ ! -f "$tarballs/$file" ]; then
            echo "  missing: $name@$version" >&2
            failed=1
            continue
        fi
        if ! verified "$sha" "$tarballs/$file"; then
            rm -f "$tarballs/$file"
            echo "  wrong sha512, thrown away: $name@$version" >&2
            failed=1
            continue
        fi
        rm -rf "$folder" "$folder.part"
        mkdir -p "$folder.part"
        tar -xzf "$tarballs/$file" -C "$folder.part" --strip-components=1 --no-same-owner \
            --wildcards --no-anchored --exclude='node_modules' --exclude='package/bindings' \
            'src/*.c' 'src/*.h' 'lib/include/*.h' 'common/*.h' 'LICENSE*' 'package.json' 2>>"$log"
        if ! grep -Eq "\"license\": *\"($allowed)\"" "$folder.part/package.json"; then
            echo "  licence is not one of $allowed: $name@$version" >&2
            failed=1
            continue
        fi
        printf '%s\n' "$sha" >"$folder.part/.sha512"
        mv "$folder.part" "$folder" && rm -f "$tarballs/$file"
    done < <(missing)
    return $failed
}

exec 9>"$dir/.fetch.lock"
flock 9
[ -z "$(missing)" ] && exit 0
download || download # a second try repairs a broken connection; npm keeps what it already has
unpack && exit 0
grep -Ei 'npm (err|error)' "$log" | head -5 >&2
fail 'the grammar packages above could not be fetched' \
    "check the network and npm's registry setting, then run the same command again; log: $log"
