#!/bin/bash
# documents.sh OUT MANUAL GRAMMARS VERSION MAINTAINER DATE NAME...: what Debian packages hold in share/doc and
# share/man. NAMEs are links to the program. GRAMMARS is the file of the grammars' licences that deps/build.sh wrote.
set -eu
out=$1 manual=$2 grammars=$3 version=$4 maintainer=$5 date=$6
gzip -9nc "$manual" >"$out/fovea.1.gz"
for name in "${@:7}"; do
    ln -sf fovea.1.gz "$out/$name.1.gz"
done
packaging/licenses.sh "$grammars" | gzip -9nc >"$out/licenses.txt.gz"

# The licence of fovea in full; of what is linked in, the names, with the texts in the other file.
{
    cat LICENSE
    printf '\nInside are, linked statically:\n\n'
    sed -n 's/^| \([a-z_]*\) | \([^|]*\) | \([0-9.]*\) | \([^|]*\) |$/\2 \3: \4/p' docs/dependencies.md | sort -u
    awk -F' *[|] *' '/^\| need/ { on = 1; next } on && /lib[a-z0-9]*-dev/ {
        gsub(/`/, ""); print $3 ": " $4 } /^The libraries/ { exit }' docs/dependencies.md
    printf '\nTheir licences are in licenses.txt.gz beside this file; that of Apache-2.0 is also in\n'
    printf '/usr/share/common-licenses/Apache-2.0.\n'
} >"$out/copyright"
printf 'fovea (%s) unstable; urgency=medium\n\n  * Release %s.\n\n -- %s  %s\n' "$version" "$version" \
    "$maintainer" "$(date -Ru -d "$date")" | gzip -9nc >"$out/changelog.gz"
