/* Perl: methods by packages, their bases, and what is called on the object itself. */
#include "edge_case.h"

TEST(perl_methods_are_looked_for_in_packages_and_bases)
{
    write_file("Foo/Base.pm", "package Foo::Base;\nsub new { bless {}, shift }\nsub base_m { 1 }\n"
                              "sub over { 1 }\nsub twin { 1 }\n1;\n");
    write_file("Foo/Kid.pm", "package Foo::Kid;\nuse parent -norequire, 'Foo::Base';\n"
                             "sub over { my $self = shift; $self->SUPER::over; $self->base_m;\n"
                             "  __PACKAGE__->own; $self->can('own'); }\nsub own { 1 }\n1;\n");
    write_file("Foo/More.pm", "package Foo::Kid;\nsub more { 1 }\n1;\n");
    write_file("Foo/Old.pm",
               "package Foo::Old;\nour @ISA = ('Foo::Base');\nsub new { 1 }\nsub own { 1 }\n"
               "sub twin { my $self = shift; $self->SUPER::twin(1) }\n1;\n");
    write_file("a.pl",
               "use Foo::Kid;\nsub a { my $x = Foo::Kid->new(1); $x->over; $x->own; $x->more; }\n"
               "sub b { Foo::Kid->new->base_m; Foo::Kid::own(1); }\n"
               "sub c { my $x = shift; $x->own; }\n");
    expect_edges(
        EDGES("Foo/Kid.pm:Foo::Kid::over -> Foo/Base.pm:Foo::Base::over",
              "Foo/Kid.pm:Foo::Kid::over -> Foo/Base.pm:Foo::Base::base_m likely",
              "Foo/Kid.pm:Foo::Kid::over -> Foo/Kid.pm:Foo::Kid::own",
              "Foo/Old.pm:Foo::Old::twin -> Foo/Base.pm:Foo::Base::twin",
              "a.pl:a -> Foo/Base.pm:Foo::Base::new", "a.pl:a -> Foo/Kid.pm:Foo::Kid::over",
              "a.pl:a -> Foo/Kid.pm:Foo::Kid::own", "a.pl:a -> Foo/More.pm:Foo::Kid::more",
              "a.pl:b -> Foo/Base.pm:Foo::Base::base_m", "a.pl:b -> Foo/Kid.pm:Foo::Kid::own",
              "a.pl:c -> Foo/Kid.pm:Foo::Kid::own ambiguous",
              "a.pl:c -> Foo/Old.pm:Foo::Old::own ambiguous"),
        EDGES("a.pl:a -> Foo/Old.pm"));
}

TEST(perl_names_with_a_path_are_whole)
{
    write_file("a.pl",
               "package Foo;\nsub A::B::f { 1 }\nsub own { A::B::f(1); }\n"
               "package Other { sub g { main::h() } }\npackage main;\nsub h { Foo::own(); }\n");
    expect_edges(EDGES("a.pl:Foo::own -> a.pl:A::B::f likely", "a.pl:main::h -> a.pl:Foo::own"),
                 EDGES("Foo::A"));
}

TEST(perl_classes_make_objects_by_themselves)
{
    write_file("a.pl", "use v5.38;\nclass Point { method move { $self->by } method by { 1 } }\n"
                       "class Point3 :isa(Point) { method z { $self->move } }\n"
                       "sub a { my $p = Point3->new; $p->move; $p->z }\n"
                       "class Decoy { method move { 1 } method z { 1 } method by { 1 } }\n");
    expect_edges(EDGES("a.pl:Point::move -> a.pl:Point::by likely",
                       "a.pl:Point3::z -> a.pl:Point::move likely", "a.pl:a -> a.pl:Point3",
                       "a.pl:a -> a.pl:Point::move", "a.pl:a -> a.pl:Point3::z"),
                 EDGES("Decoy"));
}
