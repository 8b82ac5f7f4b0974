/* What imports of Scala make visible, and what they may make visible. */
#include "edge_case.h"

#define FLOWERS "package garden\nclass Flower { def bloom = 1 }\nclass Bee { def fly = 1 }\n"

TEST(what_an_unknown_wildcard_may_hide_is_likely)
{
    write_file("src/Flower.scala", FLOWERS);
    write_file("src/Use.scala",
               "package garden\nclass Use(val world: World) {\n  import world._\n"
               "  def go(f: Flower) = f.bloom\n}\n"
               "class Plain { def go(f: Flower) = f.bloom }\n"
               "object Inner { def go(f: Flower) = { import far.away._; f.bloom }\n"
               "  def outside(f: Flower) = f.bloom }\n");
    Str uses = edges_of_kind(REFERENCE_USE), types = edges_of_kind(REFERENCE_TYPE);
    EXPECT(has_line(uses, "src/Use.scala:Use.go -> src/Flower.scala:Flower.bloom likely"));
    EXPECT(has_line(types, "src/Use.scala:Use.go -> src/Flower.scala:Flower likely"));
    EXPECT(has_line(uses, "src/Use.scala:Plain.go -> src/Flower.scala:Flower.bloom"));
    EXPECT(has_line(uses, "src/Use.scala:Inner.outside -> src/Flower.scala:Flower.bloom"));
}

TEST(a_known_wildcard_hides_what_other_files_of_the_package_have)
{
    write_file("src/Flower.scala", FLOWERS);
    write_file("src/Paper.scala", "package paper\nclass Flower { def bloom = 2 }\n"
                                  "object Tools { class Bee { def fly = 2 }; def cut = 1 }\n");
    write_file("src/Use.scala",
               "package garden\nimport paper._\nimport Tools._\n"
               "object Use { def go(f: Flower, b: Bee) = { f.bloom; b.fly; cut } }\n");
    Str uses = edges_of_kind(REFERENCE_USE);
    EXPECT(has_line(uses, "src/Use.scala:Use.go -> src/Paper.scala:Flower.bloom"));
    EXPECT(str_find(uses, STR("src/Flower.scala:Flower.bloom")) == STR_NONE);
}

TEST(selectors_rename_hide_and_name)
{
    write_file("src/Paper.scala", "package paper\nclass Flower { def bloom = 2 }\n"
                                  "class Leaf { def fall = 2 }\nclass Stem { def bend = 1 }\n");
    write_file("src/Stem.scala", "package garden\nclass Stem { def bend = 2 }\n");
    write_file("src/Use.scala",
               "package garden\nimport paper.{Flower => Rose, Leaf, Stem => _}\n"
               "object Use { def go(f: Rose, l: Leaf, s: Stem) = { f.bloom; l.fall; s.bend } }\n");
    Str uses = edges_of_kind(REFERENCE_USE);
    EXPECT(has_line(uses, "src/Use.scala:Use.go -> src/Paper.scala:Flower.bloom"));
    EXPECT(has_line(uses, "src/Use.scala:Use.go -> src/Paper.scala:Leaf.fall"));
    EXPECT(has_line(uses, "src/Use.scala:Use.go -> src/Stem.scala:Stem.bend"));
    EXPECT(str_find(uses, STR("src/Paper.scala:Stem")) == STR_NONE);
}

TEST(package_clauses_within_one_another_are_one_package_and_see_the_outer_ones)
{
    write_file("src/a/Flower.scala", "package a\nclass Flower { def bloom = 1 }\n");
    write_file("src/a/b/Bee.scala", "package a\npackage b\nclass Bee { def fly = 1 }\n");
    write_file("src/a/package.scala", "package object a { def sow = 1 }\n");
    write_file("src/a/b/Use.scala",
               "package a\npackage b\n"
               "object Use { def go(f: Flower, b: Bee) = { f.bloom; b.fly; sow } }\n");
    write_file("src/a/c/Use.scala",
               "package a.c\nobject Far { def go(f: Flower, b: Bee) = { f.bloom; b.fly } }\n");
    write_file("src/a/d/Use.scala", "package a\npackage d\nimport b.Bee\n"
                                    "object Near { def go(b: Bee) = b.fly }\n");
    Str uses = edges_of_kind(REFERENCE_USE);
    EXPECT(has_line(uses, "src/a/b/Use.scala:Use.go -> src/a/Flower.scala:Flower.bloom"));
    EXPECT(has_line(uses, "src/a/b/Use.scala:Use.go -> src/a/b/Bee.scala:Bee.fly"));
    EXPECT(has_line(uses, "src/a/b/Use.scala:Use.go -> src/a/package.scala:a.sow"));
    EXPECT(has_line(uses, "src/a/d/Use.scala:Near.go -> src/a/b/Bee.scala:Bee.fly"));
    EXPECT(str_find(uses, STR("src/a/c/Use.scala:Far.go -> src/a/Flower.scala:Flower.bloom\n")) ==
           STR_NONE);
}

TEST(what_the_repository_has_not_is_not_found_beside_it)
{
    write_file("src/Bee.scala", "package a\nclass Bee { def fly = 1 }\n");
    write_file("src/package.scala", "package a\npackage object far { def x = 1 }\n");
    write_file("src/Use.scala",
               "package c\nimport a.far.away.Bee\nobject Use { def go(b: Bee) = b.fly }\n");
    EXPECT(str_find(edges_of_kind(REFERENCE_USE), STR("Bee.fly\n")) == STR_NONE);
    EXPECT(str_find(edges_of_kind(REFERENCE_TYPE), STR("a:Bee")) == STR_NONE);
}

TEST(what_an_unknown_base_may_have_is_likely)
{
    write_file("src/Flower.scala", FLOWERS);
    write_file("src/Use.scala", "package garden\nclass Use extends Cake with Serializable {\n"
                                "  def go(f: Flower) = f.bloom\n}\n"
                                "class Plain extends Exception { def go(f: Flower) = f.bloom }\n");
    write_file("src/top.kt", "package garden\nfun finish() {}\nfun finish2() {}\n");
    write_file("src/use.kt", "package garden\nclass Page : Screen() { fun go() { finish() } }\n"
                             "class Plain2 : Exception() { fun go() { finish2() } }\n");
    Str uses = edges_of_kind(REFERENCE_USE), calls = edges_of_tree();
    EXPECT(has_line(uses, "src/Use.scala:Use.go -> src/Flower.scala:Flower.bloom likely"));
    EXPECT(has_line(uses, "src/Use.scala:Plain.go -> src/Flower.scala:Flower.bloom"));
    EXPECT(has_line(calls, "src/use.kt:Page.go -> src/top.kt:finish likely"));
    EXPECT(has_line(calls, "src/use.kt:Plain2.go -> src/top.kt:finish2"));
}
