#!/bin/bash
# quoting.sh: commands that fovea suggests are pasted into shells, and names are untrusted. Each argument of a format
# after `fovea `, or after another program that builds or tests, must be quoted (base/shell.h), or be limited to
# letters, digits and the like (a hash, a cursor, one of our own words).
cd "$(dirname "$0")/.." || exit 2
find src languages -name '*.c' ! -name 'sample*' -print0 | xargs -0 perl -0777 -ne '
    # Calls whose format, one or more literals, has "fovea " and %.*s in it; then their arguments.
    while (/\b(\w+)(\((?:[^()"]|"(?:[^"\\]|\\.)*"|(?2))*\))/g) {
        my ($call, $at) = ($2, $-[1]);
        pos() = $-[2] + 1;
        $call = substr($call, 1, -1);
        my (@args, $arg, $depth) = ();
        $arg = ""; $depth = 0;
        while ($call =~ /\G("(?:[^"\\]|\\.)*"|.)/gs) {
            my $piece = $1;
            if ($piece eq "," && !$depth) { push @args, $arg; $arg = ""; next }
            $depth++ if $piece eq "("; $depth-- if $piece eq ")";
            $arg .= $piece;
        }
        push @args, $arg;
        my ($i) = grep { $args[$_] =~ /^\s*"/ && $args[$_] =~ /fovea [^"]*|"(?:cd |make |pip |npm |\.\/)/ } 0 .. $#args;
        next unless defined $i;
        next if $args[$i] =~ /^\s*"\.\// && $ARGV !~ /^src\/tools/;
        my $format = join "", map { substr $_, 1, -1 } $args[$i] =~ /("(?:[^"\\]|\\.)*")/g;
        my @values = @args[$i + 1 .. $#args];
        my ($n, $seen) = (0, 0);
        while ($format =~ /(fovea |^(?:cd|make|pip|npm) |^\.\/)|%(?:%|[-0-9]*(\.\*)?(?:ll|l|z)?([a-z]))/g) {
            if ($1) { $seen = 1; next }
            next unless $3;
            my $value = $values[$n++] // "";
            next if !$seen || !$2 || $3 ne "s";
            $value =~ s/^\s*(?:\/\/.*\n\s*)*//;
            next if $value =~ /shell_quote(?:_path)?\(|\b\w*(?:quoted\w*|hash|cursor|of_member|near|command|depth|limit|left_out|listed)\b|query_left_out\(/;
            next if $value =~ /symbol_kind_name\(/;
            my $line = 1 + substr($_, 0, $at) =~ tr/\n//;
            print "$ARGV:$line: not quoted: $value\n";
            $bad = 1;
        }
    }
    while (/"[^"\n]*fovea [a-z]+(?: --?[a-z-]+)* "/g) {
        my $line = 1 + substr($_, 0, $-[0]) =~ tr/\n//;
        print "$ARGV:$line: a command in pieces: $&\n";
        $bad = 1;
    }
    END { exit($bad ? 1 : 0) }'
