#!/bin/bash
# licenses.sh GRAMMARS: the licences of all that is inside the program, on standard output; GRAMMARS is
# the file that deps/build.sh wrote. The linked libraries' are those of their Debian packages.
set -eu
cd "$(dirname "$0")/.."
packages='libxxhash-dev libssl-dev libsqlite3-dev libzstd-dev libpcre2-dev libgit2-dev zlib1g-dev libmbedtls-dev
    libevent-dev libc6-dev'

printf '== fovea\n\n%s\n\n' "$(cat LICENSE)"
cat "$1"
for package in $packages; do
    printf '== %s\n\n%s\n\n' "$(dpkg-query -W -f '${source:Package} ${source:Version}' "$package")" \
        "$(cat "/usr/share/doc/$package/copyright")"
done
