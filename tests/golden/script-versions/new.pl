use v5.38;
use feature 'class';
class Point {
    field $x :param //= 5;
    field @list;
    method move($by) { return $self->shift_by($by); }
    my method hidden { 1 }
    method shift_by($by) { $x += $by }
}
package Foo::Bar;
sub fetch_row { 1 }
package Other {
    sub in_block { 1 }
}
sub Some::Where::whole { 1 }
package main;
Other::in_block();
Foo::Bar::fetch_row();
sub go { Some::Where::whole(); }
