#!/bin/bash
# bare.sh [STEP …]: what README promises of a fresh Debian 12, in a fresh Debian 12. Run by `make test-bare`, as
# root, with debootstrap and the network. Steps, in this order, all by default:
#   missing   an ordinary user without the packages is told what to install, and that command suffices (in
#             a root of its own)
#   source    make, make test as root from nothing; make again after a change, each within its time
#   user      the same as an ordinary user, the packages being there
#   install   make install: program, manual, completions, pkg-config, both libraries
#   deb       make deb; its packages installed, used and removed in another fresh root
# The roots are copies of BARE_DIR/base (default build/bare), which debootstrap makes once. Everything runs
# in namespaces of its own, so mounts and processes end with this script, however it ends.
set -u
cd "$(dirname "$0")/../.." || exit 2
repository=$PWD
[ "$(id -u)" = 0 ] || { echo 'Error: needs root, for chroot' >&2 && exit 1; }
command -v debootstrap >/dev/null || {
    echo 'Error: debootstrap is missing' >&2
    echo 'Hint: apt-get install -y --no-install-recommends debootstrap' >&2
    exit 1
}
if [ "${BARE_INSIDE-}" != "$$" ]; then
    exec unshare --mount --pid --fork --kill-child --propagation private \
        bash -c 'mount -t proc proc /proc && BARE_INSIDE=$$ exec "$@"' - "$0" "$@"
fi
dir=${BARE_DIR:-$repository/build/bare}
mkdir -p "$dir"
dir=$(cd "$dir" && pwd)
[ $# -gt 0 ] || set -- missing source user install deb
passed=0 failed=0

say() { printf '%s  %s\n' "$(date +%H:%M:%S)" "$*"; }

# What this machine needs to reach the mirrors: its package sources' address, proxy, certificates.
mirror() {
    { cat /etc/apt/sources.list.d/*.sources /etc/apt/sources.list.d/*.list /etc/apt/sources.list; } 2>/dev/null |
        grep -oE 'https?://[^ ]+/debian/?( |$)' | head -1
}

make_base() {
    [ -e "$dir/base/done" ] && return
    rm -rf "$dir/base"
    say 'debootstrap'
    debootstrap --variant=minbase bookworm "$dir/base" "$(mirror)" >"$dir/debootstrap.log" 2>&1 || {
        tail -5 "$dir/debootstrap.log" && exit 1
    }
    touch "$dir/base/done"
}

use_root() { # name
    root=$dir/$1
    mountpoint -q "$root/proc" && return
    mount -t proc proc "$root/proc"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
    mount -t tmpfs tmpfs "$root/dev/shm"
}
drop_root() {
    umount "$root/proc" "$root/dev/pts" "$root/dev/shm" && rm -rf "$root"
}

# A fresh machine in $dir/NAME, with what README takes for granted (git, make, certificates) and the user dev.
make_root() { # name [packages]
    rm -rf "${dir:?}/$1"
    cp -a "$dir/base" "$dir/$1" || exit 1
    use_root "$1"
    cp /etc/resolv.conf /etc/hosts "$root/etc/"
    apt-config dump 2>/dev/null | grep -iE '^Acquire::.*(proxy|check-)' >"$root/etc/apt/apt.conf.d/80test"
    local from
    from=$(mirror)
    from=${from%/}
    printf 'deb %s bookworm main\ndeb %s bookworm-updates main\ndeb %s-security bookworm-security main\n' \
        "$from" "$from" "$from" >"$root/etc/apt/sources.list"
    # A disk that others use as well is not what is measured.
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/test"
    in_root 'apt-get update && apt-get upgrade -y' >"$dir/apt.log" 2>&1 || { tail -5 "$dir/apt.log" && exit 1; }
    if [ -n "${2-}" ]; then
        in_root "apt-get install -y --no-install-recommends $2" >"$dir/apt.log" 2>&1 ||
            { tail -5 "$dir/apt.log" && exit 1; }
        [ ! -d "$root/etc/ssl/certs" ] || cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
    fi
    in_root 'useradd -m -s /bin/bash dev'
}

# Runs shell lines in the root with the environment of a fresh machine.
environment() {
    printf '%s\n' PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
        npm_config_registry="$(npm config get registry 2>/dev/null)" \
        npm_config_cafile=/etc/ssl/certs/ca-certificates.crt
    env | grep -iE '^(https?|no)_proxy='
}
in_root() {
    local settings
    mapfile -t settings < <(environment)
    chroot "$root" env -i "${settings[@]}" HOME=/root bash -c "$1"
}
as_user() {
    local settings
    mapfile -t settings < <(environment)
    chroot --userspec=dev:dev "$root" env -i "${settings[@]}" HOME=/home/dev USER=dev bash -c "$1"
}

load() { cut -d' ' -f1 /proc/loadavg; }
idle() { awk '{ exit $1 > 4 }' /proc/loadavg; }

# Runs command …; tells how long it took, on the clock and of processors.
check() { # name, command …
    local name=$1 word=ok code TIMEFORMAT='%R s, %U + %S s of CPU'
    shift
    { time "$@" >"$dir/log" 2>&1; } 2>"$dir/time"
    code=$?
    [ $code = 0 ] && passed=$((passed + 1)) || { failed=$((failed + 1)) && word=FAILED; }
    say "$(printf '%-7s %s' $word "$name") ($(tail -1 "$dir/time"), load $(load))"
    [ $code = 0 ] || tail -25 "$dir/log"
}

# The promise is one of two idle cores: $1 seconds since $2, when this machine was idle.
in_time() { # name, seconds, start
    local took=$((SECONDS - $3))
    if [ $took -gt "$2" ] && ! idle; then
        say "skipped $1: took $took s, but the machine was busy (load $(load))"
    else
        check "$1 ($took s)" test $took -le "$2"
    fi
}

clone_to() { # folder in the root, owner
    rm -rf "${root:?}$1"
    git clone -q "$repository" "$root$1" && chroot "$root" chown -R "$2" "$1"
}

told_what_is_missing() {
    local out
    out=$(as_user 'cd ~/fovea && make' 2>&1) && { echo 'make succeeded' && return 1; }
    echo "$out"
    hint=$(sed -n 's/^Hint: run as root: //p' <<<"$out")
    [[ $out == *'Error: missing: '*build-essential* && -n $hint ]]
}
command_suffices() { in_root "$hint" && as_user 'cd ~/fovea && scripts/setup.sh build'; }

step_missing() {
    make_root missing 'git ca-certificates make'
    clone_to /home/dev/fovea dev:dev
    hint=
    check 'user without packages: told what is missing' told_what_is_missing
    check 'user without packages: the command that was named suffices' command_suffices
    drop_root
}

change_and_make() { # folder, in_root or as_user, name
    printf '\n/* touched */\n' >>"$root$1/src/view/map.c"
    local start=$SECONDS
    check "$3: make after a change" "$2" "cd $1 && make"
    in_time "$3: make after a change, in 10 s" 10 "$start"
}

step_source() {
    make_root source 'git ca-certificates make'
    clone_to /root/fovea root:root
    local start=$SECONDS
    check 'root: make, from nothing' in_root 'cd ~/fovea && make'
    check 'root: the main job' in_root 'cd ~/fovea && build/fovea map src/view/file_map.c'
    check 'root: make test' in_root 'cd ~/fovea && make test'
    grep -E '^[0-9]+ passed' "$dir/log"
    in_time 'root: both in 10 minutes' 600 "$start"
    change_and_make /root/fovea in_root root
    say "node $(in_root 'node --version'), npm $(in_root 'npm --version')"
}

# What was compiled for root is taken over, as it would be the same again; all the rest is done again.
nothing_outside() {
    local found
    found=$(find "$root" -xdev -user dev ! -path "$root/home/dev*" ! -path "$root/tmp" | head)
    [ -z "$found" ] || { echo "$found" && return 1; }
}

step_user() {
    use_root source
    clone_to /home/dev/fovea dev:dev
    mkdir -p "$root/home/dev/fovea/build/deps"
    cp -a "$root/root/fovea/build/deps/parser" "$root/home/dev/fovea/build/deps/"
    chroot "$root" chown -R dev:dev /home/dev/fovea
    check 'user: make' as_user 'cd ~/fovea && make'
    check 'user: make test' as_user 'cd ~/fovea && make test'
    grep -E '^[0-9]+ passed' "$dir/log"
    change_and_make /home/dev/fovea as_user user
    check 'user: nothing written outside the home' nothing_outside
}

build_example() { # options of the compiler and linker
    in_root "cd ~/fovea && export PKG_CONFIG_PATH=/opt/fovea/lib/pkgconfig && cc examples/map.c $1 -o /tmp/map &&
        LD_LIBRARY_PATH=/opt/fovea/lib /tmp/map src/view/file_map.c | grep -q 'File Map: src/view/file_map.c'"
}
complete_in_bash() { # root of the installation, words typed -> one of the proposals
    in_root "XDG_DATA_DIRS=$1/share PATH=$1/bin:\$PATH bash -c '
        . /usr/share/bash-completion/bash_completion
        _completion_loader fovea
        COMP_WORDS=(fovea overv) COMP_CWORD=1 COMP_LINE=\"fovea overv\" COMP_POINT=11
        \$(complete -p fovea | sed \"s/.*-F \\([^ ]*\\).*/\\1/\") fovea overv fovea
        printf \"%s\\n\" \"\${COMPREPLY[@]}\" | grep -x \"overview *\"'"
}
same_tree() { # make install into DESTDIR gives what PREFIX gave
    in_root 'cd ~/fovea && make install PREFIX=/opt/fovea DESTDIR=/tmp/stage >/dev/null &&
        diff <(cd /opt/fovea && find . | sort) <(cd /tmp/stage/opt/fovea && find . | sort)'
}

step_install() {
    use_root source
    check 'make install PREFIX=/opt/fovea' in_root 'cd ~/fovea && make install PREFIX=/opt/fovea'
    check 'make install DESTDIR=…' same_tree
    check 'tools to try it' in_root \
        'apt-get install -y --no-install-recommends man-db bash-completion zsh fish pkg-config'
    check 'program and link' in_root '/opt/fovea/bin/fovea --version && /opt/fovea/bin/progressive-reader --version'
    check 'manual' in_root 'MANPATH=/opt/fovea/share/man man -P cat fovea | grep -q "fovea map"'
    check 'completion: bash' complete_in_bash /opt/fovea
    check 'completion: zsh' in_root 'zsh -fc "autoload -U compinit; fpath=(/opt/fovea/share/zsh/site-functions \$fpath)
        compinit -D -u; [[ \${_comps[fovea]} = _fovea ]]"'
    check 'completion: fish' in_root 'PATH=/opt/fovea/bin:$PATH HOME=/tmp XDG_DATA_DIRS=/opt/fovea/share \
        fish -c "source /opt/fovea/share/fish/vendor_completions.d/fovea.fish; complete -C \"fovea overv\"" |
        grep -q overview'
    check 'example with the shared library' build_example '$(pkg-config --cflags --libs fovea)'
    check 'example with the static library' build_example \
        '$(pkg-config --cflags fovea) -L/opt/fovea/lib -l:libfovea.a $(pkg-config --static --libs-only-l fovea | sed s/-lfovea//)'
}

nothing_left() { # … of a package in the root
    local found
    found=$(find "$root" -xdev -iname '*fovea*' ! -path "$root/packages*" ! -path "$root/proc*" \
        ! -path '*/var/lib/dpkg/info/*' ! -path '*/var/log/*' \
        ! -path '*/var/cache/man/*'; ls "$root"/usr/bin/progressive-reader 2>&-)
    [ -z "$found" ] || { echo "$found" && return 1; }
}

# The program's package by dpkg alone: it needs nothing but the C library. The others by apt.
step_deb() {
    use_root source
    check 'make deb' in_root 'cd ~/fovea && make deb'
    make_root deb 'man-db gcc libc6-dev pkg-config'
    cp -r "$dir/source/root/fovea/build/deb" "$root/packages"
    cp examples/map.c "$root/packages/"
    check 'dpkg -i fovea' in_root 'dpkg -i /packages/fovea_*.deb'
    check 'fovea map' in_root 'fovea map /packages/map.c | grep -q "File Map: /packages/map.c"'
    check 'progressive-reader' in_root 'progressive-reader --version'
    check 'manual' in_root 'man -P cat fovea | grep -q "fovea map"'
    check 'manual by the other name' in_root 'man -w progressive-reader'
    check 'apt install of the libraries' in_root \
        'apt-get install -y --no-install-recommends /packages/libfovea0_*.deb /packages/libfovea-dev_*.deb'
    check 'example with the shared library' in_root 'cd /packages && cc map.c $(pkg-config --cflags --libs fovea) \
        -o /tmp/map && /tmp/map map.c | grep -q "File Map: map.c"'
    check 'apt remove' in_root 'apt-get remove -y fovea libfovea0 libfovea-dev'
    check 'apt remove leaves nothing' nothing_left
    drop_root
}

make_base
for step in "$@"; do
    "step_$step"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
