#!/bin/bash
# What the outside world can do to a reader. Each part ends with "N passed, N failed".
#   calls     the nth call of each system function and allocation fails
#   disk      a full disk for the token and for the answer
#   files     FIFOs, devices, directories, permissions, vanishing files
#   changing  files that shrink and grow while they are read
#   readers   several readers with one token
#   space     little address space (not under sanitizers, which take all)
#   scarce    few file descriptors, few processes: nothing of that is taken for a file's fault and kept
# Usage: tests/fault/run.sh [PART…]; FOVEA_BUILD names another build folder.
set -u
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(cd "${FOVEA_BUILD:-$root/build}" && pwd) || exit 2
work=$(mktemp -d "${TMPDIR:-/tmp}/fovea-fault.XXXXXX") || exit 2
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 2
export HOME=$work/home XDG_CACHE_HOME=$work/home/cache LC_ALL=C
unset XDG_RUNTIME_DIR FOVEA_TOKEN_FILE
mkdir -p "$XDG_CACHE_HOME"
fovea=$build/fovea
passed=0 failed=0

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    [ $failed -le 20 ] && printf 'FAILED %s\n' "$*"
}
expect() { # what, condition as a command
    local what=$1
    shift
    if "$@"; then pass; else fail "$what"; fi
}

# A good end: the usual answer, or an error that says what to do. $1 names the case, $2 is the exit code.
check_end() {
    case $2 in
    0) # without the working directory a path is shown as it is in the token
        if [[ $1 == *getcwd* ]] || cmp -s out usual; then pass; else fail "$1: exit 0 with another answer"; fi
        ;;
    1 | 2 | 3 | 4)
        if grep -q '^Error: out of memory' err || { grep -q '^Error[: ].' err && grep -q '^Hint: .' err; }; then
            pass
        else
            fail "$1: exit $2: $(cat err)"
        fi
        ;;
    *) fail "$1: exit $2: $(tail -3 err)" ;;
    esac
}

check_token() { # what
    if cmp -s token token.old || cmp -s token token.new; then pass; else fail "$1: the token is neither the old nor the new"; fi
    [ "$(ls | grep -c '^token\.......$')" = 0 ] && pass || { fail "$1: a temporary file is left"; rm -f token.??????; }
}

make_source() {
    {
        for i in $(seq 60); do printf 'def f%d(a, b):\n    return a + b * %d\n' "$i" "$i"; done
        echo 'text = """'
        for i in $(seq 2000); do echo 'a line of text'; done
        echo '"""'
    } >big.py
    "$fovea" chunk big.py --max-tokens 500 --token-file token.old >/dev/null
    cp token.old token
    "$fovea" chunk --continue-file token >/dev/null
    cp token token.new
}

part_calls() {
    cc -shared -fPIC -O1 -o preload.so "$root/tests/fault/preload.c" -ldl || exit 2
    make_source
    local functions='malloc calloc realloc mmap open pread write fstat fsync fchmod rename mkostemp readlink getcwd realpath'
    local -a commands=('map big.py' 'read big.py' 'read big.py --offset 30 --limit 5' 'page big.py --offset 900'
        'chunk big.py --max-tokens 500 --token-file token' 'chunk --continue-file token'
        'chunk big.py --list' 'map big.py --format json')
    for command in "${commands[@]}"; do
        cp token.old token
        "$fovea" $command >usual 2>/dev/null
        for function in $functions; do
            for n in $(seq 200); do
                cp token.old token
                rm -f mark
                timeout 20 env FAULT_CALL=$function FAULT_N=$n FAULT_ERRNO=5 FAULT_MARK=mark \
                    LD_PRELOAD="$work/preload.so" "$fovea" $command >out 2>err
                code=$?
                [ -f mark ] || break
                [ $function = write ] && [ ! -s err ] && [ $code = 1 ] && { pass; continue; }
                check_end "fovea $command, $function call $n" $code
                check_token "fovea $command, $function call $n"
            done
        done
    done
}

part_disk() {
    make_source
    cp token.old token
    "$fovea" chunk --continue-file token >/dev/full 2>err
    expect 'full stdout: exit 1' [ $? = 1 ]
    expect 'full stdout: says so' grep -q '^Error: cannot write the answer: ' err
    expect 'full stdout: the token did not move on' cmp -s token token.old
    "$fovea" chunk big.py --token-file /dev/full >out 2>err
    expect 'a device as token: exit 1' [ $? = 1 ]
    expect 'a device as token: the chunk is there' grep -q '^     1  def f1' out
    "$fovea" chunk --continue-file token 2>/dev/null | head -1 >/dev/null
    check_token 'a reader that leaves'
    [ "$(id -u)" = 0 ] && mkdir -p small && mount -t tmpfs -o size=64k none small 2>/dev/null || {
        echo 'a full file system is left out: it takes root'
        return
    }
    cp token.old small/token
    cp token.old kept
    head -c 200000 /dev/zero >small/filler 2>/dev/null
    "$fovea" chunk --continue-file small/token >out 2>err
    expect 'full disk: exit 1' [ $? = 1 ]
    expect 'full disk: the chunk is there' grep -q '^┌─ Chunk 2/' out
    expect 'full disk: the token can be copied from the answer' grep -q '^CONTINUE:offset=2' out
    expect 'full disk: says so' grep -q '^Error: the continuation token could not be saved: ' err
    expect 'full disk: hint' grep -q '^Hint: free some space' err
    expect 'full disk: the token is the old one' cmp -s small/token kept
    expect 'full disk: no temporary file' [ "$(ls small | wc -l)" = 2 ]
    umount small
}

part_files() {
    make_source
    mkfifo fifo
    mkdir -p dir/sub
    echo text >gone
    ln -s loop loop
    ln -s big.py link
    : >empty
    for tool in map read chunk page; do
        for path in fifo /dev/zero /dev/tty dir loop missing gone/below ''; do
            timeout 10 "$fovea" $tool "$path" >out 2>err
            code=$?
            expect "$tool '$path': exit $code" [ $code = 3 -o $code = 2 ]
            expect "$tool '$path': no answer" [ ! -s out ]
            expect "$tool '$path': error" grep -q '^Error: ' err
            expect "$tool '$path': hint: $(cat err)" grep -q '^Hint: ' err
        done
        timeout 10 "$fovea" $tool link --format json --no-config >out 2>err || timeout 10 "$fovea" $tool link >out 2>err
        expect "$tool of a link" [ $? = 0 ]
        timeout 10 "$fovea" $tool empty >out 2>err
        expect "$tool of an empty file" [ $? = 0 ]
    done
    if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
        chmod 711 . && chmod 000 gone
        for tool in map read chunk page; do
            setpriv --reuid 65534 --regid 65534 --clear-groups "$fovea" $tool gone >out 2>err
            expect "$tool without permission: exit 3" [ $? = 3 ]
            expect "$tool without permission: hint" grep -q '^Hint: .*permissions' err
        done
        local user=(setpriv --reuid 65534 --regid 65534 --clear-groups env -C closed XDG_CACHE_HOME="$work/nobody")
        mkdir closed nobody && chown 65534 closed nobody
        echo 'int shut(void) { return 1; }' >closed/a.c && chmod 600 closed/a.c
        "${user[@]}" "$fovea" status >/dev/null && "${user[@]}" "$fovea" index >/dev/null 2>&1
        expect 'a file without permission has failed' grep -q ' 1 failed' <("${user[@]}" "$fovea" status)
        chown 65534 closed/a.c
        expect 'a file that is given away is read' grep -q 'function shut' <("${user[@]}" "$fovea" find shut)
        echo 'int open(void) { return 1; }' >closed/b.c && chmod 000 closed/b.c
        "${user[@]}" "$fovea" index >/dev/null 2>&1
        chmod 644 closed/b.c
        expect 'a file that is opened to all is read' grep -q 'function open' <("${user[@]}" "$fovea" find open)
    fi
}

# A writer that shortens and lengthens the file until the flag goes away.
change_file() {
    while [ -f changing ]; do
        head -c 2000 big.copy >changing.py
        cat big.copy >changing.py
        cat big.copy >>changing.py
    done
}

part_changing() {
    make_source
    cp big.py big.copy
    cp big.copy changing.py
    touch changing
    change_file &
    local writer=$!
    for i in $(seq 60); do
        for tool in map read chunk page; do
            timeout 20 "$fovea" $tool changing.py >out 2>err
            code=$?
            case $code in
            0) pass ;;
            1 | 4) expect "$tool of a changing file: hint" grep -q '^Hint: ' err ;;
            *) fail "$tool of a changing file: exit $code: $(cat err)" ;;
            esac
        done
    done
    rm changing
    wait $writer
}

part_readers() {
    make_source
    local total
    total=$("$fovea" chunk big.py --max-tokens 500 --list | tail -1 | grep -o '[0-9]*')
    cp token.old token
    read_on() {
        while "$fovea" chunk --continue-file token >"seen.$1.$n" 2>"err.$1"; do n=$((n + 1)); done
    }
    for reader in 1 2 3 4; do n=1; read_on $reader & done
    wait
    for reader in 1 2 3 4; do
        expect "reader $reader came to the end" grep -q '^Error: no more chunks' "err.$reader"
    done
    for file in seen.*; do
        [ -s "$file" ] || continue
        number=$(sed -n '1s/^┌─ Chunk \([0-9]*\).*/\1/p' "$file")
        "$fovea" chunk big.py --max-tokens 500 --chunk "$number" --token - | sed -n '/^ /p' >want
        sed -n '/^ /p' "$file" >got
        expect "$file is chunk $number" cmp -s want got
    done
    for number in $(seq 2 "$total"); do
        expect "chunk $number was seen" grep -q "^┌─ Chunk $number/" seen.*
    done
    expect 'the last token is whole' grep -q '^CONTINUE:hasMore=false' token
}

# Sizes in KB: of a batch system, and of a user who was careful.
part_space() {
    cp -r "$root/src/base" tree
    "$fovea" index tree >/dev/null 2>err
    expect "an index: $(cat err)" [ ! -s err ]
    (cd tree && "$fovea" callers arena_open) >usual
    for limit in 500000000 64000000 8000000 2000000; do
        rm -rf "${XDG_CACHE_HOME:?}"/*
        (ulimit -v $limit && cd tree && "$fovea" callers arena_open) >out 2>err
        expect "an address space of $limit KB: the same answer: $(cat err)" cmp -s usual out
    done
}

# The usual answer or an error with a hint; and afterwards, without the limit, the usual one.
as=() # how to be whoever the cache belongs to
check_scarce() { # what, the limited command
    local what=$1
    shift
    rm -rf "${XDG_CACHE_HOME:?}"/*
    for round in 1 2; do
        timeout 60 "${as[@]}" "$@" >out 2>err
        check_end "$what, round $round" $?
    done
    (cd tree && "${as[@]}" "$fovea" callers arena_open) >out 2>err
    expect "$what: afterwards the usual answer: $(cat err)" cmp -s usual out
    expect "$what: afterwards no file has failed" grep -q ' 0 failed' <("${as[@]}" "$fovea" status --root tree)
}

part_scarce() {
    cp -r "$root/src/base" tree
    "$fovea" index tree >/dev/null 2>err
    (cd tree && "$fovea" callers arena_open) >usual
    for limit in 4 5 6 7 8 9 10 11 12 16 24; do
        check_scarce "$limit descriptors" bash -c "ulimit -n $limit; cd tree && exec '$fovea' callers arena_open"
    done
    [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null || return 0
    chmod 711 . && chmod -R a+rX tree
    as=(setpriv --reuid 65533 --regid 65533 --clear-groups env XDG_CACHE_HOME="$XDG_CACHE_HOME")
    for limit in 1 2 3 4; do
        rm -rf "${HOME:?}" && mkdir -p "$XDG_CACHE_HOME" && chown -R 65533 "$HOME"
        check_scarce "$limit processes" env -C tree prlimit --nproc=$limit:$limit "$fovea" callers arena_open
    done
}

for part in ${*:-calls disk files changing readers space scarce}; do
    rm -rf "${work:?}"/*
    mkdir -p "$XDG_CACHE_HOME"
    before=$passed
    part_$part
    echo "$part: $((passed - before)) checks"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
