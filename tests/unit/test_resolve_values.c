/* Functions that scripts name as values, or call by what names them. */
#include "edge_case.h"

static void expect_uses(const char *const *wanted)
{
    Str edges = edges_of_kind(REFERENCE_USE);
    for (; *wanted; wanted++)
        if (!has_line(edges, *wanted))
            EXPECT_STR(edges, *wanted);
}

TEST(shells_name_functions_in_words)
{
    write_file("lib.sh", "f1() { :; }\nf2() { :; }\nf3() { :; }\nf4() { :; }\nf5() { :; }\n"
                         "f6() { :; }\nf7() { :; }\n");
    write_file("a.sh", ". ./lib.sh\na() { trap f1 EXIT; trap 'f2; f3' INT; }\n"
                       "b() { command -v f4; xargs -I{} bash -c 'f5 {}'; }\n"
                       "c() { cmd=f6; $cmd; }\nalias x='f7'\nd() { echo f1 f2; }\n");
    expect_uses(EDGES("a.sh:a -> lib.sh:f1 likely", "a.sh:a -> lib.sh:f2 likely",
                      "a.sh:a -> lib.sh:f3 likely", "a.sh:b -> lib.sh:f4 likely",
                      "a.sh:b -> lib.sh:f5 likely", "a.sh:c -> lib.sh:f6 likely",
                      "a.sh -> lib.sh:f7 likely"));
    EXPECT(!has_line(edges_of_kind(REFERENCE_USE), "a.sh:d -> lib.sh:f1 likely"));
}

TEST(r_names_functions_as_values)
{
    write_file("lib.R", "f1 <- function(x) x\nf2 <- function(x) x\nf3 <- function(x) x\n"
                        "f4 <- function(x) x\nf5 <- function(x) x\n");
    write_file("a.R", "source(\"lib.R\")\na <- function(xs, g = f1) sapply(xs, f2)\n"
                      "b <- function(x) x %>% f3\nc1 <- function(x) do.call(\"f4\", x)\n"
                      "d <- function(f5) sapply(1, f5)\n");
    expect_uses(EDGES("a.R:a -> lib.R:f1 likely", "a.R:a -> lib.R:f2 likely",
                      "a.R:b -> lib.R:f3 likely", "a.R:c1 -> lib.R:f4 likely"));
    EXPECT(!has_line(edges_of_kind(REFERENCE_USE), "a.R:d -> lib.R:f5 likely"));
}

TEST(elixir_calls_by_atoms)
{
    write_file("lib.ex",
               "defmodule App.Util do\n  def f1(x), do: x\n  def f2(x), do: __MODULE__.f1(x)\n"
               "  def f3(x), do: apply(__MODULE__, :f2, [x])\n  def f4(x), do: x\nend\n");
    write_file("a.ex",
               "defmodule App.Main do\n  alias App.Util\n  @h {Util, :f1}\n"
               "  def a(x), do: apply(Util, :f3, [x])\n"
               "  defdelegate b(x), to: Util, as: :f4\n  defdelegate f2(x), to: Util\nend\n");
    expect_edges(
        EDGES("lib.ex:App.Util.f2 -> lib.ex:App.Util.f1",
              "lib.ex:App.Util.f3 -> lib.ex:App.Util.f2", "a.ex:App.Main.a -> lib.ex:App.Util.f3",
              "a.ex:App.Main.b -> lib.ex:App.Util.f4", "a.ex:App.Main.f2 -> lib.ex:App.Util.f2"),
        EDGES("ambiguous"));
    expect_uses(EDGES("a.ex:App.Main.h -> lib.ex:App.Util.f1"));
}

TEST(perl_names_functions_by_references)
{
    write_file("a.pl", "sub f1 { 1 }\nsub f2 { 1 }\nsub f3 { 1 }\nsub f4 { 1 }\n"
                       "my %t = (a => \\&f1);\n*other = \\&f2;\nsub a { goto &f3; }\n"
                       "sub b { sort f4 @_; &f1; }\n");
    expect_uses(EDGES("a.pl:%t -> a.pl:f1", "a.pl:other -> a.pl:f2"));
    expect_edges(EDGES("a.pl:a -> a.pl:f3", "a.pl:b -> a.pl:f4", "a.pl:b -> a.pl:f1"),
                 EDGES("likely"));
}

TEST(lua_calls_by_names_in_brackets)
{
    write_file("base.lua", "local M = {}\nfunction M.f1() end\nreturn M\n");
    write_file("a.lua", "local B = require('base')\nlocal function a() B[\"f1\"]() end\n");
    expect_edges(EDGES("a.lua:a -> base.lua:M.f1 likely"), EDGES("ambiguous"));
}

TEST(lua_modules_that_may_be_missing)
{
    write_file("opt.lua", "local M = {}\nfunction M.f1() end\nreturn M\n");
    write_file("dec.lua", "local M = {}\nfunction M.f1() end\nreturn M\n");
    write_file(
        "a.lua",
        "local ok, o = pcall(require, 'opt')\nlocal function a() if ok then o.f1() end end\n");
    expect_edges(EDGES("a.lua:a -> opt.lua:M.f1 likely"), EDGES("dec.lua", "ambiguous"));
}

TEST(shells_name_functions_in_tables)
{
    write_file("a.sh",
               "f1() { :; }\nf2() { :; }\ndeclare -A H=([a]=f1 [b]=\"f2\")\n\"${H[$1]}\"\n");
    Str uses = edges_of_kind(REFERENCE_USE);
    EXPECT(has_line(uses, "a.sh:H -> a.sh:f1") || has_line(uses, "a.sh -> a.sh:f1"));
}

TEST(tcl_commands_that_are_run_by_others)
{
    write_file("a.tcl", "namespace eval ::geo {\n    proc area {x} { return $x }\n}\n"
                        "proc \"quoted\" {x} { return 1 }\nproc cb1 {x} { return 1 }\n"
                        "proc cb2 {x} { return 1 }\nproc top {x} { uplevel 1 [list cb2 1] }\n");
    write_file("b.tcl", "source a.tcl\nproc t1 {} { geo::area 1; after 100 cb1; quoted 1 }\n"
                        "proc t2 {} { after 100 {cb2 1}; uplevel #0 cb1 1 }\n");
    expect_edges(EDGES("b.tcl:t1 -> a.tcl:geo.area likely", "b.tcl:t1 -> a.tcl:cb1 likely",
                       "b.tcl:t1 -> a.tcl:quoted likely", "b.tcl:t2 -> a.tcl:cb2 likely",
                       "b.tcl:t2 -> a.tcl:cb1 likely"),
                 EDGES("ambiguous"));
    EXPECT(has_line(edges_of_kind(REFERENCE_USE), "a.tcl:top -> a.tcl:cb2"));
}
