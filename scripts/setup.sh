#!/bin/bash
# setup.sh build|test|share|org|bench|compare|width|check: makes sure that the tools and libraries of that job are installed.
# Installs missing Debian packages if it has the rights, else lists them.
set -u

# job, what must exist (a command, or a file if it has a slash), Debian package
needs() {
    cat <<'EOF'
build gcc build-essential
build make build-essential
build cmake cmake
build ninja ninja-build
build git git
build patch patch
build node nodejs
build npm npm
build /usr/include/xxhash.h libxxhash-dev
build /usr/include/openssl/evp.h libssl-dev
build /usr/include/sqlite3.h libsqlite3-dev
build /usr/include/zstd.h libzstd-dev
build /usr/include/event2/http.h libevent-dev
build /usr/include/pcre2.h libpcre2-dev
build /usr/include/git2.h libgit2-dev
build /usr/include/zlib.h zlib1g-dev
build /usr/include/mbedtls/sha256.h libmbedtls-dev
build /usr/include/postgresql/libpq-fe.h libpq-dev
test ctags universal-ctags
test readtags universal-ctags
test vim vim
test curl curl
test ssh-keygen openssh-client
test sqlite3 sqlite3
org /usr/lib/postgresql/*/bin/initdb postgresql
org /usr/sbin/pgbouncer pgbouncer
org openssl openssl
share curl curl
share dpkg dpkg
share perl perl-base
bench rg ripgrep
bench readtags universal-ctags
compare valgrind valgrind
width /usr/share/unicode/EastAsianWidth.txt unicode-data
deb file file
arm64 aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
arm64 /usr/aarch64-linux-gnu/lib/libc.a libc6-dev-arm64-cross
arm64 qemu-aarch64-static qemu-user-static
check /usr/lib/postgresql/*/bin/initdb postgresql
check clang clang
check clang-format clang-format
check clang-tidy clang-tidy
check /usr/lib/llvm-14/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a libclang-rt-14-dev
EOF
}

missing=()
while read -r job what package; do
    [[ $job == "$1" || $job == build || ($job == test && $1 == check) ]] || continue
    case $what in
    /*) compgen -G "$what" >/dev/null && continue ;;
    *) command -v "$what" >/dev/null && continue ;;
    esac
    missing+=("$package")
done < <(needs)
[ ${#missing[@]} -eq 0 ] && exit 0

mapfile -t missing < <(printf '%s\n' "${missing[@]}" | sort -u)
command="apt-get install -y --no-install-recommends ${missing[*]}"
if ! command -v apt-get >/dev/null; then
    echo "Error: missing: ${missing[*]} (names of the Debian packages)" >&2
    echo 'Hint: install what this system calls them, then run make again' >&2
    exit 1
fi
if [ "$(id -u)" != 0 ]; then
    echo "Error: missing: ${missing[*]}" >&2
    echo "Hint: run as root: $command" >&2
    exit 1
fi
echo "Installing ${missing[*]} …"
log=$(mktemp)
export DEBIAN_FRONTEND=noninteractive
if ! { apt-get update && $command; } >"$log" 2>&1; then
    tail -5 "$log" >&2
    echo "Error: could not install: ${missing[*]}" >&2
    echo "Hint: check the network and run: apt-get update && $command" >&2
    exit 1
fi
rm -f "$log"
