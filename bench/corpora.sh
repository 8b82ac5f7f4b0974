#!/bin/bash
# corpora.sh NAME...: downloads each tree of corpora.list to the cache (FOVEA_CORPORA, default
# ~/.cache/fovea-corpora) and prints its folder. Debian source packages come through apt-get
# (packages.sh), npm packages through npm pack. A `repo` is a whole project, committed at its root
# to a git repository of its own; so is a `binary`, the named folder of a Debian binary package.
# Trees already in the cache are kept.
set -u
here=$(cd "$(dirname "$0")" && pwd)
dir=${FOVEA_CORPORA:-${XDG_CACHE_HOME:-$HOME/.cache}/fovea-corpora}
apt=$dir/apt
log=$dir/fetch.log

. "$here/packages.sh"

unpack() {
    local into=$1 tarball
    shift
    for tarball in *.orig*.tar.?z *.orig*.tar.bz2 *.tgz; do
        [ -e "$tarball" ] || continue
        mkdir -p "$into.part"
        if [ $# -gt 0 ]; then
            # A component of the package may hold nothing that is wanted.
            tar -xf "$tarball" -C "$into.part" --no-same-owner --wildcards "$@" 2>/dev/null
        else
            tar -xf "$tarball" -C "$into.part" --no-same-owner || return 1
        fi
    done
    [ -n "$(ls -A "$into.part" 2>/dev/null)" ] || return 1
    find "$into.part" -type l -delete
    mv "$into.part" "$into"
}

# The main tarball is the project's root; that of a component is a folder in it.
unpack_project() {
    local into=$1 tarball component folder
    shift
    for tarball in *.orig.tar.?z *.orig.tar.bz2 *.orig-*.tar.?z; do
        [ -e "$tarball" ] || continue
        component=$(sed -nE 's/.*\.orig-(.*)\.tar\..*/\1/p' <<<"$tarball")
        folder=$into/$component
        mkdir -p "$folder"
        tar -xf "$tarball" -C "$folder" --no-same-owner --strip-components=1 \
            --wildcards --no-wildcards-match-slash "$@" || return 1
    done
    [ -d "$into" ] && find "$into" -mindepth 1 -name .git -prune -exec rm -rf {} +
}

unpack_binary() {
    dpkg-deb -x ./*.deb unpacked && mv unpacked/$2 "$1"
}

commit_project() {
    local git=(git -C "$1" -c user.name=bench -c user.email=bench@localhost -c gc.auto=0
        -c core.autocrlf=false -c commit.gpgSign=false -c core.hooksPath=/dev/null)
    # What upstream committed although it ignores it is in the tarball too.
    "${git[@]}" init -q -b main && "${git[@]}" add -A -f && "${git[@]}" commit -q -m upstream
}

bring() {
    local name=$1 how package patterns work=$dir/download/$1
    read -r how package patterns < <(awk -v n="$name" '$1 == n { $1 = ""; print }' "$here/corpora.list")
    [ -n "${package:-}" ] || fail "no corpus is called $name" "bench/corpora.list names them"
    set -f
    local wanted=($patterns)
    set +f
    rm -rf "$work" "$dir/trees/$name.part"
    mkdir -p "$work"
    cd "$work" || exit 1
    echo "Fetching $package …" >&2
    if [ "$how" = install ]; then # with what it depends on
        npm install --silent --ignore-scripts --no-save --prefix "$dir/trees/$name.part" \
            "$package" ${wanted[@]+"${wanted[@]}"} >"$log" 2>&1 &&
            mv "$dir/trees/$name.part" "$dir/trees/$name" && rm -rf "$work" && return
        fail "$package could not be installed" "the log is $log"
    fi
    case $how in
    deb | repo) download_deb "$package" ;;
    binary) apt-get download "$package" >"$log" 2>&1 ;;
    npm) npm pack --silent --ignore-scripts "$package" >"$log" 2>&1 ;;
    esac || fail "$package could not be fetched" "the log is $log"
    local tree=$dir/trees/$name
    case $how in
    repo) unpack_project "$tree.part" ${wanted[@]+"${wanted[@]}"} && commit_project "$tree.part" && mv "$tree.part" "$tree" ;;
    binary) unpack_binary "$tree.part" "$patterns" && commit_project "$tree.part" && mv "$tree.part" "$tree" ;;
    *) unpack "$tree" ${wanted[@]+"${wanted[@]}"} ;;
    esac >"$log" 2>&1 || fail "$package could not be unpacked: ${patterns:-all of it}" "the log is $log, the files are in $work"
    cd "$dir" && rm -rf "$work"
}

mkdir -p "$dir/trees"
exec 9>"$dir/.lock"
flock 9
for name; do
    [ -d "$dir/trees/$name" ] || bring "$name" || exit 1
    printf '%s\n' "$dir/trees/$name"
done
