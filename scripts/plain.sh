#!/bin/bash
# plain.sh [DIR...]: turns of phrase that only a translated sentence has, in comments, texts and documents. Each is an error.
cd "$(dirname "$0")/.." || exit 2
export LC_ALL=C.UTF-8
exec perl -CSD -Mutf8 - "$@" <<'PERL'
use strict;
my %rooms = map { s{/$}{}r => 1 } @ARGV;
my $turn = qr{\b(?:
    is\ none | are\ none | there\ (?:is|are)\ none | anew | told\b(?!\ by) | so\ many\b(?!\ that) | these\ many |
    stands?\ (?:in|there|behind)\b | who\ asks | of\ what\b | at\ that\b(?=[,.;]) | as\ such\b | let\ go\b | by\ the\ way
    | those\ of\ (?:which|whom) | be\ it\b
)\b | (?:^|[.;:]\s)What\ (?:is|was|has|had|comes|goes|no)\b}x;
my @lines;
chomp(my @files = `git ls-files --cached --others --exclude-standard -- 'src/*.c' 'src/*.h' 'include/*.h' 'languages/*.c' 'languages/*.h' '*.md' ':!tests/golden' ':!languages/*/sample*' ':!docs/tools.md' ':!docs/mcp-tools.md'`);
for my $file (@files) {
    my $room = $file =~ m{^(src/[^/]+|languages|docs|include)/} ? $1 : '.';
    next if %rooms && !$rooms{$room};
    open my $in, '<', $file or next;
    my $text = do { local $/; <$in> };
    my @parts;
    if ($file =~ /\.md$/) {
        $text =~ s{^```.*?^```}{$& =~ s/[^\n]//gr}gmse;
        $text =~ s{`[^`\n]*`}{code}g;
        push @parts, [0, $text];
    } else {
        # Comments, and literals of at least three words.
        while ($text =~ m{(/\*.*?\*/|//[^\n]*)|"((?:[^"\\\n]|\\.)*)"}gs) {
            my $part = $1 // $2;
            push @parts, [$-[0], $part] if defined $1 || $part =~ /\w \w+ \w/;
        }
    }
    for my $part (@parts) {
        my ($at, $words) = @$part;
        my $plain = $words =~ s/\s/ /gr =~ s/  +/ /gr;
        while ($plain =~ /$turn/g) {
            my ($from, $hit) = ($-[0], $&);
            my $start = index(substr($words, $from), $hit);
            my $line = 1 + (substr($text, 0, $at + $from + ($start < 0 ? 0 : $start)) =~ tr/\n//);
            push @lines, "$file:$line: $hit: " . substr($plain, $from > 30 ? $from - 30 : 0, 80);
        }
    }
}
print "$_\n" for @lines;
exit(@lines ? 1 : 0);
PERL
