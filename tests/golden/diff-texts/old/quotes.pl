sub subst { my $x = shift; $x =~ s/a  b/c/; return $x }
sub into { my $x = shift; $x =~ s/a/b  c/; return $x }
sub braces { my $x = shift; $x =~ s{a}{b  c}; return $x }
sub quoted { return q{a  b} . shift }
sub letters { my $x = shift; $x =~ tr/a  b/c/; return $x }
sub matched { return shift =~ m{a  b} }
sub spaced { my  $x = shift; return $x }
