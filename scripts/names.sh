#!/bin/bash
# names.sh: a public type is declared in one header, and a header's name leads to one room. Headers that still share
# a name are in scripts/names.known, which only shrinks.
cd "$(dirname "$0")/.." || exit 2
bad=0
types=$(git ls-files -- 'src/*.h' | xargs perl -0ne '
    s{/\*.*?\*/}{}gs;
    while (/^\}\s*(\w+);|^typedef [^;{()]*?\b(\w+);/mg) { print defined $1 ? $1 : $2, " $ARGV\n" unless defined $2 && /^typedef (?:struct|enum|union) \Q$2\E \Q$2\E;/m && !defined $1 }' |
    sort -u | awk '{ n[$1]++; at[$1] = at[$1] " " $2 } END { for (t in n) if (n[t] > 1) print t ":" at[t] }')
[ -n "$types" ] && { echo 'types that several headers declare:'; echo "$types"; bad=1; }
shared=$(git ls-files -- 'src/*.h' | awk -F/ '{ n[$NF]++ } END { for (h in n) if (n[h] > 1) print h }' | sort)
known=$(grep -v '^#' scripts/names.known)
new=$(comm -23 <(echo "$shared") <(echo "$known"))
gone=$(comm -13 <(echo "$shared") <(echo "$known"))
[ -n "$new" ] && { echo "headers of one name in several rooms: $new"; bad=1; }
[ -n "$gone" ] && { echo "no longer shared, remove from scripts/names.known: $gone"; bad=1; }
exit $bad
