#!/bin/bash
# fetch.sh: downloads the code of every package of sources.list to vectors/ in the cache
# (FOVEA_CORPORA, default ~/.cache/fovea-corpora), a folder each, with its metadata in <folder>.tsv:
# registry, name, version, licences. Packages in the cache are kept; one that cannot be downloaded
# is reported and left out. Prints the folder of all.
set -u
here=$(cd "$(dirname "$0")" && pwd)
dir=${FOVEA_CORPORA:-${XDG_CACHE_HOME:-$HOME/.cache}/fovea-corpora}
apt=$dir/apt
log=$dir/vectors.log
. "$here/../packages.sh"

# Larger files are data or generated.
file_kb=200
extensions='c h cc cpp cxx hh hpp hxx cs java kt scala groovy go rs swift m py pyx rb pl pm php js mjs jsx
    ts tsx vue svelte lua ex exs erl hs sh vala clj'
patterns=()
for extension in $extensions; do patterns+=("*.$extension"); done
others=()
for folder in vendor vendored third_party third-party thirdparty 3rdparty node_modules bower_components extern \
    external externals bundled cmlibuv _vendor godeps l10n locale locales i18n po translations fixtures testdata; do
    others+=("--exclude=*/$folder/*")
done
for file in '*.min.js' '*.pb.go' '*_pb2.py' '*.bundle.js' '*.umd.js' 'jquery*.js' '*.cjs.js'; do
    others+=("--exclude=$file")
done

# Names of licences in the text on standard input, which says them by reference or in full.
named_licences() {
    grep -oiE 'common-licenses/[a-z0-9.-]*[a-z0-9]|\b(MIT|BSD|ISC|curl|Ruby|PostgreSQL|PHP|Artistic|zlib|Apache|Mozilla Public|Eclipse Public|GNU ((Lesser|Library|Affero) )?General Public) License|Permission is hereby granted, free of charge|Redistribution and use in source|Permission to use, copy, modify' |
        sed 's/common-licenses.//; s/ license$//I; s/Permission is hereby.*/MIT/; s/Redistribution and.*/BSD/; s/Permission to use.*/ISC/
            s/GNU Affero.*/AGPL/I; s/GNU L.*/LGPL/I; s/GNU G.*/GPL/I; s/Mozilla.*/MPL/I; s/Eclipse.*/EPL/I; s/apache/Apache/I'
}

# What stands after "License:" in debian/copyright, else what that names, or what package.json says; each
# once.
licences() {
    if [ -e "$1/package.json" ]; then
        node -p "const l = require('$1/package.json').license; (l && l.type) || l || 'see package'"
        return
    fi
    local found
    found=$(sed -nE 's/^License: *([^ ,]+( (or|and) [^ ,]+)*).*/\1/p' "$1/debian/copyright" 2>/dev/null)
    [ -n "$found" ] || found=$(named_licences <"$1/debian/copyright" 2>/dev/null)
    found=$(sort -u <<<"$found" | paste -sd, | sed 's/,/, /g')
    printf '%s\n' "${found:-see debian/copyright}"
}

unpack_code() {
    local tarball
    mkdir "$1"
    for tarball in *.orig*.tar.?z *.orig*.tar.bz2 *.tgz; do
        [ -e "$tarball" ] && tar -xf "$tarball" -C "$1" --no-same-owner --exclude-vcs "${others[@]}" \
            --wildcards "${patterns[@]}" 2>/dev/null
    done
    for tarball in *.deb; do
        [ -e "$tarball" ] && dpkg-deb --fsys-tarfile "$tarball" |
            tar -x -C "$1" --no-same-owner "${others[@]}" --wildcards "${patterns[@]}" 2>/dev/null
        [ -e "$tarball" ] && mkdir -p debian && dpkg-deb --fsys-tarfile "$tarball" |
            tar -xO --wildcards './usr/share/doc/*/copyright' >debian/copyright 2>/dev/null
    done
    for tarball in *.debian.tar.*; do
        [ -e "$tarball" ] && tar -xf "$tarball" debian/copyright 2>/dev/null
    done
    if ! compgen -G '*.orig*' >/dev/null; then # Debian's own programs
        for tarball in *[0-9].tar.?z; do
            [ -e "$tarball" ] && tar -xf "$tarball" -C "$1" --no-same-owner "${others[@]}" --wildcards \
                "${patterns[@]}" 2>/dev/null &&
                tar -xf "$tarball" --strip-components=1 --wildcards '*/debian/copyright' 2>/dev/null
        done
    fi
    for tarball in *.tgz; do
        [ -e "$tarball" ] && tar -xf "$tarball" --strip-components=1 --no-wildcards-match-slash \
            --wildcards '*/package.json' 2>/dev/null
    done
    if [ ! -s debian/copyright ]; then # a mirror may lack the packaging
        mkdir -p debian
        for tarball in *.orig.tar.* *.tar.?z; do
            [ -e "$tarball" ] && tar -xO --no-wildcards-match-slash --wildcards -f "$tarball" '*/LICEN[CS]E*' \
                '*/COPYING*' '*/debian/copyright' 2>/dev/null
        done >debian/copyright
    fi
    find "$1" \( -type l -o -type f -size +${file_kb}k \) -delete
    [ -n "$(find "$1" -type f -print -quit)" ]
}

bring() {
    local how=$1 package=$2 to=$3 licence=$4 version
    rm -rf "$work" "$to"
    mkdir -p "$work"
    cd "$work" || exit 1
    case $how in
    deb) download_deb "$package" ;;
    binary) apt-get download "$package" >"$log" 2>&1 ;;
    npm) npm pack --silent --ignore-scripts "$package" >"$log" 2>&1 ;;
    esac && unpack_code code || return 1
    case $how in
    deb) version=$(sed -n 's/^Version: //p' ./*.dsc 2>/dev/null | head -1)
        [ -n "$version" ] || version=$(basename ./*.orig.tar.?z | sed -E 's/^[^_]*_(.*)\.orig.*/\1/') ;;
    binary) version=$(dpkg-deb -f ./*.deb Version) ;;
    npm) version=$(node -p "require('$work/package.json').version") ;;
    esac
    printf '%s\t%s\t%s\t%s\n' "$how" "$package" "$version" "${licence:-$(licences "$work")}" >"$to.tsv" &&
        mv code "$to"
}

mkdir -p "$dir/vectors"
work=$dir/download/vectors-$$
while read -r how package licence; do
    case $how in \#* | '') continue ;; esac
    to=$dir/vectors/$how-${package//\//+}
    [ -d "$to" ] || (bring "$how" "$package" "$to" "$licence" </dev/null) || echo "left out: $how $package" >&2
done <"$here/sources.list"
rm -rf "$work"
printf '%s\n' "$dir/vectors"
