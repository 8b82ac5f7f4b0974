#!/usr/bin/perl
package Animal;

use strict;
use warnings;
use parent -norequire, 'Base';
use List::Util qw(first sum);
require Carp;

our $VERSION = '1.0';
our @EXPORT_OK = qw(speak);
use constant LIMIT => 10;
use constant { ONE => 1, TWO => 2 };
my $count = 0;

=head1 NAME

Animal - a sample

=cut

# Makes one. More.
sub new {
    my ($class, %args) = @_;
    my $self = bless { name => $args{name} }, $class;
    return $self;
}

sub speak($self, $loud = 0) {
    my $inner = sub { return 1 };
    print $self->name, "\n";
    Carp::croak("x") unless first { $_ } 1;
}

sub declared;

sub Other::qualified { 1 }

my $closure = sub {
    return 2;
};

*alias = \&speak;

BEGIN {
    $count = 1;
}

package Animal::Dog {
    our @ISA = ('Animal');
    sub bark { 1 }
}

package main;

my $dog = Animal::Dog->new(name => 'Rex');
$dog->speak(1);

1;

__END__

sub not_code { }
