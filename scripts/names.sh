#!/bin/bash
# names.sh: a public type is declared in one header, each header has a name of its own, and a function's name does
# not lead to a header of another room. Headers whose functions still do are in scripts/names.known with their
# number, which only shrinks.
cd "$(dirname "$0")/.." || exit 2
bad=0
types=$(git ls-files -- 'src/*.h' | xargs perl -0ne '
    s{/\*.*?\*/}{}gs;
    while (/^\}\s*(\w+);|^typedef [^;{()]*?\b(\w+);/mg) { print defined $1 ? $1 : $2, " $ARGV\n" unless defined $2 && /^typedef (?:struct|enum|union) \Q$2\E \Q$2\E;/m && !defined $1 }' |
    sort -u | awk '{ n[$1]++; at[$1] = at[$1] " " $2 } END { for (t in n) if (n[t] > 1) print t ":" at[t] }')
[ -n "$types" ] && { echo 'types that several headers declare:'; echo "$types"; bad=1; }
shared=$(git ls-files -- 'src/*.h' | awk -F/ '{ n[$NF]++ } END { for (h in n) if (n[h] > 1) print h }' | sort)
[ -n "$shared" ] && { echo "headers of one name in several rooms: $shared"; bad=1; }
# The header to which a name leads is the one with the longest name that the function's name begins with.
astray=$(git ls-files -- 'src/*.h' | perl -e '
    my %at; my @headers = map { chomp; $_ } <STDIN>;
    m{([^/]+)\.h$} and $at{$1} = $_ for @headers;
    for my $header (@headers) {
        open my $file, "<", $header or die; local $/; my $text = <$file>; $text =~ s{/\*.*?\*/}{}gs;
        my ($room, $base) = $header =~ m{^src/([^/]+)/(?:.*/)?([^/]+)\.h$} or next; my $count = 0;
        while ($text =~ /^(?!static|typedef|#)[A-Za-z][\w \*]*?\**\b([a-z]\w*)\(/mg) {
            my $name = my $lead = $1;
            $lead =~ s/_?[^_]*$// while length $lead && !$at{$lead};
            $count++ if length $lead && $at{$lead} !~ m{^src/$room/} && $name !~ /^\Q$base\E/;
        }
        print "$header $count\n" if $count;
    }' | sort)
known=$(grep -v '^#' scripts/names.known | sort)
if [ "$astray" != "$known" ]; then
    echo 'functions whose names lead to a header of another room (<: now, >: in scripts/names.known):'
    diff <(echo "$astray") <(echo "$known") | grep '^[<>]'
    bad=1
fi
exit $bad
