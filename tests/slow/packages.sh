#!/bin/bash
# packages.sh: the packages in build/npm and build/deb, installed and tried as their users would; nothing leaves
# this machine. Run by `make test-packages`.
set -u
cd "$(dirname "$0")/../.." || exit 2
build=${FOVEA_BUILD:-build}
temp=$(mktemp -d) && trap 'rm -rf "$temp"' EXIT
passed=0 failed=0
check() { # name, command …
    local name=$1
    shift
    if "$@" >"$temp/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name" && tail -20 "$temp/log"
    fi
}

# A home of its own; no registry but the one that a test names.
export HOME=$temp/home npm_config_cache=$temp/cache npm_config_registry=http://127.0.0.1:9/
export npm_config_update_notifier=false XDG_CACHE_HOME=$temp/home/.cache
mkdir -p "$HOME"
platform=$(node -p 'process.platform + "-" + process.arch')
version=$(sed -n 's/^project(fovea VERSION \([0-9.]*\).*/\1/p' CMakeLists.txt)
tarballs=$temp/tarballs
mkdir "$tarballs" && cp "$build"/npm/*.tgz "$tarballs/" || exit 2

in_folder() { (cd "$1" && shift && "$@"); }
prints() { # expected, command …
    local expected=$1 got
    shift
    got=$("$@" 2>&1)
    [ "$got" = "$expected" ] || { printf 'expected: %s\ngot: %s\n' "$expected" "$got" && return 1; }
}
# A program of one word that runs the words after the first in that folder.
alias_for() {
    printf '#!/bin/sh\ncd "%s" && exec %s "$@"\n' "$1" "${*:2}" >"$temp/alias"
    chmod +x "$temp/alias"
}

check_tarballs() {
    local prefix=$temp/prefix
    mkdir "$prefix" && echo '{}' >"$prefix/package.json"
    check 'install from the tarballs' in_folder "$prefix" npm install --offline \
        "$tarballs/fovea-cli-$version.tgz" "$tarballs/fovea-$platform-$version.tgz"
    check 'npx fovea --version' prints "fovea $version" in_folder "$prefix" npx --offline fovea --version
    alias_for "$prefix" npx --offline fovea
    check 'npx fovea mcp' node tests/slow/mcp_answers.mjs "$temp/alias" package.json
    check 'fovea mcp' node tests/slow/mcp_answers.mjs \
        "$prefix/node_modules/.bin/fovea" README.md
    check 'licences of what is linked in' grep -q '== sqlite3 ' \
        "$prefix/node_modules/@fovea/$platform/licenses.txt"
}

# A carrier of another platform, which npm must leave out.
add_foreign_carrier() {
    mkdir -p "$temp/foreign/package"
    printf '{"name":"@fovea/plan9-vax","version":"%s","os":["plan9"],"cpu":["vax"]}' "$version" \
        >"$temp/foreign/package/package.json"
    tar czf "$tarballs/fovea-plan9-vax-$version.tgz" -C "$temp/foreign" package
    mkdir "$temp/main" && tar xzf "$tarballs/fovea-cli-$version.tgz" -C "$temp/main"
    sed -i "s|\"optionalDependencies\": {|& \"@fovea/plan9-vax\": \"$version\",|" \
        "$temp/main/package/package.json"
    tar czf "$tarballs/fovea-cli-$version.tgz" -C "$temp/main" package
}

missing_is_said() {
    [[ $("$1" --version 2>&1) == "Error: the package @fovea/$platform with the program"* ]]
}

check_registry() {
    local prefix=$temp/registry omit=$temp/omit address
    mkdir "$prefix" "$omit" && echo '{}' | tee "$prefix/package.json" >"$omit/package.json"
    add_foreign_carrier
    coproc REGISTRY { exec node tests/slow/npm_registry.mjs "$tarballs"; }
    read -r -t 20 address <&"${REGISTRY[0]}"
    export npm_config_registry=$address
    alias_for "$prefix" npx -y fovea
    check 'npx -y fovea mcp, by a registry' node tests/slow/mcp_answers.mjs "$temp/alias" package.json
    check 'npm install, by a registry' in_folder "$prefix" npm install fovea
    check 'only the carrier of this platform' prints "$platform" ls "$prefix/node_modules/@fovea"
    check 'npm install --omit=optional' in_folder "$omit" npm install --omit=optional fovea
    check 'a missing carrier is said' missing_is_said "$omit/node_modules/.bin/fovea"
    exec {REGISTRY[1]}>&-
}

refused() { sed "$1" "$build/npm/server.json" >"$temp/bad.json" && ! node packaging/server_json.mjs "$temp/bad.json"; }

check_server_json() {
    tar xzf "$build/npm/fovea-cli-$version.tgz" -C "$temp" package/package.json
    check 'server.json' node packaging/server_json.mjs "$build/npm/server.json" "$temp/package/package.json"
    check 'server.json: a name without namespace' refused 's|"io.github[^"]*"|"fovea"|'
    check 'server.json: a range of versions' refused 's|"version": "|&^|'
    check 'server.json: an unknown member' refused 's|"title"|"titel"|'
    check 'server.json: a long description' refused "s|\"description\": \"|&$(printf '%080d' 0)|"
    check 'server.json: no transport' refused '/"transport"/d'
}

# The carrier of the other processor, if it was made (make npm-package ARM64=1), in an emulator.
check_arm64() {
    local tarball=$build/npm/fovea-linux-arm64-$version.tgz
    [ -f "$tarball" ] || return
    command -v qemu-aarch64-static >/dev/null || { echo 'skipped: arm64 (no qemu-user-static)' && return; }
    mkdir -p "$temp/arm64" && tar xzf "$tarball" -C "$temp/arm64"
    alias_for "$PWD" qemu-aarch64-static "$temp/arm64/package/bin/fovea"
    check 'arm64: version' prints "fovea $version" "$temp/alias" --version
    check 'arm64: the same map' eval \
        'diff <("$temp/alias" map src/view/file_map.c) <("$build-package/portable/fovea" map src/view/file_map.c)'
    # The emulator has no openat2, by which files below a root are opened.
    check 'arm64: fovea mcp' node tests/slow/mcp_answers.mjs "$temp/alias"
}

# Statically linked: it runs where there is nothing else at all.
check_bare() {
    [ "$(id -u)" = 0 ] || { echo 'skipped: the program alone in a root (needs root)' && return; }
    mkdir -p "$temp/root" && cp "$build-package/portable/fovea" "$temp/root/"
    check 'the program alone in a root' prints "fovea $version" chroot "$temp/root" /fovea --version
}

# Publishes and asks by program $1, as an ordinary user, in a PostgreSQL of the test's own.
publishes() { node tests/slow/packages_org.mjs "$1" "$postgres"; }
check_npm_postgres() {
    local bin=$temp/prefix/node_modules/@fovea/$platform/bin
    check 'npm: fovea-postgres is carried' test -x "$bin/fovea-postgres"
    postgres=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | tail -1)
    [ -x "$postgres/initdb" ] || { echo 'skipped: publishing by the packages (no PostgreSQL server)' && return; }
    check 'npm: publish and find in PostgreSQL' publishes "$temp/prefix/node_modules/.bin/fovea"
}
check_deb_postgres() {
    local depends
    depends=$(dpkg-deb -f "$build/deb/fovea-postgres_${version}_$architecture.deb" Depends)
    check "deb: fovea-postgres needs fovea and libpq5: $depends" \
        eval '[[ $depends == *"fovea (= $version)"* && $depends == *libpq5* ]]'
    # Without its package, the error names it.
    mv "$temp/deb/usr/libexec/fovea" "$temp/deb/away"
    check 'deb: without fovea-postgres, its package is named' eval \
        'PATH=/usr/bin:/bin "$temp/deb/usr/bin/fovea" publish --to postgresql:///x 2>&1 |
            grep -q "install the Debian package fovea-postgres"'
    mv "$temp/deb/away" "$temp/deb/usr/libexec/fovea"
    [ -x "$postgres/initdb" ] || return
    check 'deb: publish and find in PostgreSQL' publishes "$temp/deb/usr/bin/fovea"
}

# Unpacked below a folder instead of installed: installing is tried in a fresh root (make test-bare).
unpack() { dpkg-deb -x "$build/deb/$1_${version}_$architecture.deb" "$temp/deb"; }
field_is() { # package, field, value
    prints "$3" dpkg-deb -f "$build/deb/$1_${version}_$architecture.deb" "$2"
}
example_with() { # options of the compiler and linker
    cc examples/map.c -I"$temp/deb/usr/include" -L"$libraries" "$@" -o "$temp/map" &&
        LD_LIBRARY_PATH=$libraries "$temp/map" examples/map.c | grep -q 'File Map: examples/map.c'
}
no_path_of_ours() { ! grep -rlaF -e "$PWD/" -e "${FOVEA_DEPS_DIR:-$PWD/build/deps}/" "$temp/deb"; }

check_deb() {
    command -v dpkg-deb >/dev/null || { echo 'skipped: Debian packages (no dpkg-deb)' && return; }
    architecture=$(dpkg --print-architecture)
    libraries=$temp/deb/usr/lib/$(dpkg-architecture -qDEB_HOST_MULTIARCH)
    check 'deb: version' field_is fovea Version "$version"
    check 'deb: the program needs the C library only' field_is fovea Depends 'libc6 (>= 2.36)'
    check 'deb: development needs its library' field_is libfovea-dev Depends "libfovea0 (= $version)"
    check 'deb: unpack' eval 'unpack fovea && unpack fovea-postgres && unpack libfovea0 && unpack libfovea-dev'
    check 'deb: program' prints "progressive-reader $version" "$temp/deb/usr/bin/progressive-reader" --version
    check 'deb: manual' eval 'zcat "$temp/deb/usr/share/man/man1/fovea.1.gz" | grep -q "fovea map"'
    check 'deb: pkg-config' prints "-L$libraries -lfovea" eval 'PKG_CONFIG_PATH=$libraries/pkgconfig \
        pkg-config --define-variable=prefix="$temp/deb/usr" --libs-only-L --libs-only-l fovea | xargs'
    check 'deb: example with the shared library' example_with -lfovea
    check 'deb: example with the static library' example_with -l:libfovea.a -lxxhash -lcrypto -lsqlite3 \
        -lzstd -lpcre2-8 -lm
    check 'deb: example as a static program' example_with -static $(PKG_CONFIG_PATH=$libraries/pkgconfig \
        pkg-config --static --libs-only-l fovea)
    check 'deb: no path of this machine inside' no_path_of_ours
    check_deb_postgres
    command -v lintian >/dev/null || { echo 'skipped: lintian is not installed' && return; }
    check 'deb: lintian finds no error and no warning' \
        lintian --allow-root --fail-on error,warning "$build"/deb/*.deb
}

check_tarballs
check_npm_postgres
check_registry
check_server_json
check_arm64
check_bare
check_deb
echo "$passed passed, $failed failed"
[ $failed = 0 ]
