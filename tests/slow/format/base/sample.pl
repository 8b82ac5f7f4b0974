use strict;
my %h = (a => 1, b => 2,);
my @l = qw(a b
  c);
my $s = "a  b $h{a} @{[ 1 ]}";
sub f {
    my ($x, $y) = @_;
    return $x if $y;
    print "a", "b";
    my $r = $x =~ /a b/ ? 1 : 2;
    my $q = $x =~ m{ a \s b }x;
    (my $z = $x) =~ s/a  /b /g;
    my $d = $x / 2;
    print <<"T", 1;
one
  two $x
T
    my $m = - $x . $y;
    map { $_ + 1 } grep { $_ } @l;
    return
        wantarray ? @l : $s;
}
my $v = f (1), 2;
my $k = $h{ b };
print {*STDOUT} "x\n";
__END__
text   here
