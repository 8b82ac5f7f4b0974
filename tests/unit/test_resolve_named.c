#include "edge_case.h"

TEST(a_module_before_the_name_says_which_function_is_meant)
{
    write_file("lib/list.ex", "defmodule My.List do\n  @spec walk(t) :: t\n  def walk(x), do: x\n"
                              "  def walk(x, y) when is_odd(y), do: x\n"
                              "  defguard is_odd(x) when x > 1\nend\n");
    write_file("lib/use.ex", "defmodule Use do\n  alias My.List\n"
                             "  def go(x) do\n    List.walk(x)\n    :ets.walk(x)\n"
                             "    Other.walk(x)\n    Enum.map(x, &near/1)\n  end\n"
                             "  def near(x), do: My.List.walk(x)\nend\n");
    expect_edges(EDGES("lib/use.ex:Use.go -> lib/list.ex:My.List.walk",
                       "lib/use.ex:Use.near -> lib/list.ex:My.List.walk",
                       "lib/list.ex:My.List.walk -> lib/list.ex:My.List.is_odd"),
                 EDGES("lib/list.ex:My.List.walk -> lib/list.ex:My.List.walk"));
}

TEST(modules_that_are_files_are_found_by_their_names)
{
    write_file("typing/ctype.ml",
               "let rec unify env t = occur t\nand occur t = t\nlet newty d = d\n");
    write_file("utils/misc.ml", "let fatal s = s\n");
    write_file("driver/main.ml", "open Misc\nlet run t = fatal (Ctype.unify () t)\n"
                                 "let all l = List.map Ctype.newty l\nlet alone unify = unify 1\n");
    expect_edges(EDGES("driver/main.ml:run -> typing/ctype.ml:unify likely",
                       "driver/main.ml:run -> utils/misc.ml:fatal likely",
                       "typing/ctype.ml:unify -> typing/ctype.ml:occur"),
                 EDGES("driver/main.ml:alone ->", "main.ml:all -> typing/ctype.ml:unify"));
}

TEST(what_is_imported_is_likely_and_what_is_not_is_ambiguous)
{
    write_file("src/Text/Shared.hs", "module Text.Shared where\ntrimAll x = x\nrender x = x\n");
    write_file("src/Text/Writer.hs", "module Text.Writer where\nimport Text.Shared (trimAll)\n"
                                     "import qualified Text.Shared as S\n"
                                     "import qualified Data.Map as M\n"
                                     "write x = trimAll x\nqualified' x = S.render x\n"
                                     "foreign' x = M.render x\n");
    write_file("src/Other.hs", "module Other where\nguess x = trimAll x\nplain x = lookup x\n");
    write_file("src/Table.hs", "module Table where\nlookup x = x\n");
    expect_edges(EDGES("src/Text/Writer.hs:write -> src/Text/Shared.hs:trimAll",
                       "src/Text/Writer.hs:qualified' -> src/Text/Shared.hs:render",
                       "src/Other.hs:guess -> src/Text/Shared.hs:trimAll ambiguous"),
                 EDGES("src/Text/Writer.hs:foreign' -> src", "src/Other.hs:plain ->"));
}

TEST(a_method_of_an_unknown_value_is_ambiguous)
{
    write_file("lib/store.rb", "class Store\n  def keep_all(x)\n    x\n  end\n"
                               "  def self.build_it\n    new\n  end\nend\n");
    write_file("lib/use.rb", "class Use\n  def go(s)\n    s.keep_all(1)\n    Store.build_it\n"
                             "    Foreign.keep_all(2)\n    s.map { |x| x }\n  end\nend\n");
    write_file("lib/map.rb", "class Own\n  def map\n  end\nend\n");
    expect_edges(EDGES("lib/use.rb:Use::go -> lib/store.rb:Store::keep_all ambiguous",
                       "lib/use.rb:Use::go -> lib/store.rb:Store::build_it"),
                 EDGES("lib/use.rb:Use::go -> lib/map.rb"));
}

TEST(where_functions_are_seen_everywhere_one_of_a_name_is_likely)
{
    write_file("R/a.R", "smooth <- function(x) x\ntwice <- function(x) x\n");
    write_file("R/b.R", "twice <- function(x) x\n");
    write_file("R/use.R", "run <- function(x) {\n  smooth(x)\n  twice(x)\n}\n");
    expect_edges(EDGES("R/use.R:run -> R/a.R:smooth likely", "R/use.R:run -> R/a.R:twice ambiguous",
                       "R/use.R:run -> R/b.R:twice ambiguous"),
                 EDGES("R/a.R:twice ->"));
}

TEST(calls_of_dart_are_followed)
{
    write_file("lib/shape.dart", "class Shape {\n  Shape(int a);\n  void draw() { paint(); }\n"
                                 "  void paint() {}\n}\nvoid render(Shape s) { s.draw(); }\n");
    write_file("lib/main.dart", "import 'shape.dart';\nvoid main() {\n  final s = Shape(1);\n"
                                "  render(s);\n  s..paint();\n}\n");
    expect_edges(EDGES("lib/shape.dart:Shape.draw -> lib/shape.dart:Shape.paint",
                       "lib/main.dart:main -> lib/shape.dart:render",
                       "lib/main.dart:main -> lib/shape.dart:Shape.Shape",
                       "lib/main.dart:main -> lib/shape.dart:Shape.paint"),
                 EDGES("lib/shape.dart:Shape.paint ->"));
}

TEST(calls_are_seen_where_no_grammar_reads)
{
    write_file("a.erl", "-module(a).\n%% h(1)\nf(X) -> g(X), b:h(X), \"g(2)\", lists:map(X);\n"
                        "f(Y) -> Y.\ng(X) -> X.\n");
    write_file("b.erl", "-module(b).\nh(X) -> X.\n");
    write_file("c.tcl", "proc one {x} { return $x }\nproc two {} {\n  # one 2\n  one [three]\n}\n");
    write_file("d.tcl", "proc three {} { return 3 }\n");
    write_file("e.f90", "subroutine first(x)\nend subroutine\nsubroutine second\n"
                        "  call first(1) ! call third\nend subroutine\nsubroutine third\n"
                        "end subroutine\n");
    write_file("f.clj", "(ns f)\n; (alpha 1)\n(defn alpha [x] x)\n"
                        "(defn beta [] (alpha 1) \"(gamma 2)\" '(gamma))\n(defn gamma [] 1)\n");
    expect_edges(EDGES("a.erl:f -> a.erl:g", "a.erl:f -> b.erl:h likely", "c.tcl:two -> c.tcl:one",
                       "c.tcl:two -> d.tcl:three likely", "e.f90:second -> e.f90:first",
                       "f.clj:beta -> f.clj:alpha"),
                 EDGES("a.erl:f -> a.erl:f", "-> e.f90:third", "-> f.clj:gamma", "b.erl:h ->"));
}

TEST(case_means_nothing_where_languages_say_so)
{
    write_file("a.f90", "module shapes\ncontains\n  subroutine Area(x)\n    real :: x\n"
                        "    call HELPER(x)\n  end subroutine\n  subroutine helper(x)\n"
                        "    real :: x\n  end subroutine\nend module\n");
    write_file("b.f90", "program main\n  CALL AREA(1.0)\nend program\n");
    write_file("s.sql", "CREATE FUNCTION Add_One(x int) RETURNS int AS $$ SELECT x + 1 $$ "
                        "LANGUAGE sql;\n"
                        "CREATE VIEW v AS SELECT ADD_ONE(id) FROM users;\n");
    write_file("p.ps1",
               "function Get-Thing { param($x) $x }\nfunction Use-Thing { get-thing 3 }\n");
    write_file("util.pas", "unit Util;\nimplementation\nprocedure DoWork(x: Integer);\nbegin\n"
                           "  writeln(x);\nend;\nend.\n");
    write_file("m.pas", "program Main;\nbegin\n  UTIL.dowork(3);\nend.\n");
    write_file("l.lua", "function Twice(x) return x end\n");
    write_file("m.lua", "local y = TWICE(1)\n");
    expect_edges(EDGES("a.f90:shapes.Area -> a.f90:shapes.helper",
                       "b.f90:main -> a.f90:shapes.Area likely", "s.sql:v -> s.sql:Add_One",
                       "p.ps1:Use-Thing -> p.ps1:Get-Thing", "m.pas -> util.pas:DoWork likely"),
                 EDGES("-> l.lua:Twice"));
}

TEST(fortran_tells_arrays_from_functions)
{
    write_file("f.f90", "function elem(n)\nend function\nfunction free(n)\nend function\n"
                        "subroutine vloc(n)\nend subroutine\n");
    write_file("a.f90", "subroutine reads(n)\n  real :: x(2), & ! both\n    ELEM(12)\n"
                        "  y = elem(1) + Free(2) + sh%vloc(3)\nend subroutine\n");
    write_file("b.f90", "subroutine calls(n)\n  y = elem(1)\n  call vloc(2)\nend subroutine\n");
    expect_edges(EDGES("a.f90:reads -> f.f90:free likely", "b.f90:calls -> f.f90:elem likely",
                       "b.f90:calls -> f.f90:vloc likely"),
                 EDGES("reads -> f.f90:elem", "reads -> f.f90:vloc likely"));
}

TEST(elixir_follows_aliases_and_imports)
{
    write_file("a.ex", "defmodule Foo.Bar do\n  def run(x), do: x\n  def only_me(x), do: x\n"
                       "  def whole(x), do: x\n  defmodule Sub do\n    def run(x), do: x\n"
                       "    def deep(x), do: x\n  end\nend\n"
                       "defmodule Foo.Other do\n  def run(x), do: x\n  def whole(x), do: x\nend\n");
    write_file("b.ex", "defmodule One do\n  alias Foo.Bar, as: B\n  def one(x), do: B.run(x)\n"
                       "  def deep(x), do: B.Sub.deep(x)\nend\n");
    write_file("c.ex",
               "defmodule Two do\n  alias Foo.{Bar, Other}\n  def two(x), do: Other.run(x)\n"
               "  def three(x), do: Bar.run(x)\nend\n");
    write_file("d.ex", "defmodule Four do\n  import Foo.Bar, only: [only_me: 1]\n"
                       "  def four(x), do: only_me(x)\nend\n");
    write_file("e.ex", "defmodule Five do\n  import Foo.Bar\n  def five(x), do: whole(x)\nend\n");
    edge_lines = true;
    expect_edges(
        EDGES("b.ex:One.one@3 -> a.ex:Foo.Bar.run@2", "b.ex:One.deep@4 -> a.ex:Foo.Bar.Sub.deep@7",
              "c.ex:Two.two@3 -> a.ex:Foo.Other.run@11", "c.ex:Two.three@4 -> a.ex:Foo.Bar.run@2",
              "d.ex:Four.four@3 -> a.ex:Foo.Bar.only_me@3",
              "e.ex:Five.five@3 -> a.ex:Foo.Bar.whole@4"),
        EDGES("a.ex:Foo.Bar.Sub.run", "-> a.ex:Foo.Other.whole"));
    edge_lines = false;
}

TEST(a_module_is_found_among_more_of_a_name_than_are_looked_at)
{
    char path[32], text[128];
    for (int i = 0; i < 70; i++) {
        (void)snprintf(path, sizeof path, "lib/task%d.ex", i);
        (void)snprintf(text, sizeof text, "defmodule Task%d do\n  def run(x), do: x\nend\n", i);
        write_file(path, text);
    }
    write_file("lib/task.ex", "defmodule Task do\n  @callback run(x) :: any\n"
                              "  def run(x), do: x\nend\n");
    write_file("lib/use.ex", "defmodule Use do\n  alias Task7, as: T\n"
                             "  def go(x) do\n    Task.run(x)\n  end\n"
                             "  def other(x), do: T.run(x)\n  def none(x), do: run(x)\n"
                             "  def unknown(x), do: Foreign.run(x)\nend\n");
    edge_lines = true;
    expect_edges(EDGES("lib/use.ex:Use.go@3 -> lib/task.ex:Task.run@3",
                       "lib/use.ex:Use.other@6 -> lib/task7.ex:Task7.run@2"),
                 EDGES("lib/task.ex:Task.run@2", "Use.none", "Use.unknown"));
    edge_lines = false;
}

TEST(of_one_name_a_class_and_its_objects_have_each_their_own)
{
    write_file("lib/queue.rb", "class Queue1\n  class << self\n    def push1(x)\n"
                               "      fresh1.push1(x)\n    end\n    def fresh1; end\n  end\n"
                               "  def push1(x); end\n  def self.all1(x); push1(x); end\n"
                               "  def one1(x); push1(x); end\nend\n");
    write_file("lib/use.rb", "class Use\n  def go(x)\n    Queue1.push1(x)\n"
                             "    Queue1.fresh1\n  end\n"
                             "  def went(x)\n    Queue1.new.push1(x)\n  end\nend\n");
    edge_lines = true;
    expect_edges(EDGES("lib/use.rb:Use::go@2 -> lib/queue.rb:Queue1::push1@3",
                       "lib/use.rb:Use::go@2 -> lib/queue.rb:Queue1::fresh1@6",
                       "lib/queue.rb:Queue1::all1@9 -> lib/queue.rb:Queue1::push1@3",
                       "lib/queue.rb:Queue1::one1@10 -> lib/queue.rb:Queue1::push1@8"),
                 EDGES("lib/use.rb:Use::go@2 -> lib/queue.rb:Queue1::push1@8"));
    edge_lines = false;
}

TEST(a_module_has_what_other_files_add_to_it)
{
    write_file("lib/retry.rb", "module Side1\n  class Retry1\n    def initialize; end\n  end\n"
                               "  def self.log1; end\nend\n");
    write_file("lib/use.rb", "module Side1\n  class Use1\n    def go\n      Side1::Retry1.new\n"
                             "      Side1.log1\n      Side1.foreign1\n    end\n  end\nend\n");
    write_file("lib/other.rb", "module Other1\n  def self.foreign1; end\nend\n");
    expect_edges(EDGES("lib/use.rb:Side1::Use1::go -> lib/retry.rb:Side1::Retry1",
                       "lib/use.rb:Side1::Use1::go -> lib/retry.rb:Side1::log1"),
                 EDGES("foreign1"));
}

TEST(a_bare_name_is_none_of_a_tables_or_an_instances)
{
    write_file("lib/matrix.lua", "local matrix = {}\nfunction matrix:tostringed() end\n"
                                 "function plainly() end\nfunction print() end\n"
                                 "return matrix\n");
    write_file("lib/other.lua", "local function go(x) print(x)\n"
                                "    return tostringed(x) .. plainly(x) end\n");
    write_file("src/Bag.hs", "module Bag where\ndata Bag = Bag\ninstance Show Bag where\n"
                             "  showed bag = \"Bag\"\nfree x = x\n");
    write_file("src/Use.hs", "module Use where\nimport Bag\nuse x = showed (free x)\n");
    expect_edges(EDGES("lib/other.lua:go -> lib/matrix.lua:plainly likely",
                       "src/Use.hs:use -> src/Bag.hs:free"),
                 EDGES("go -> lib/matrix.lua:matrix", "print", "showed"));
}

TEST(an_attribute_of_a_module_is_no_call)
{
    write_file("lib/task.ex", "defmodule My.Task do\n  def shortdoc(x), do: x\n"
                              "  def other(x), do: x\nend\n");
    write_file("lib/use.ex", "defmodule Use do\n  import My.Task\n  @shortdoc \"text\"\n"
                             "  def go(x), do: !other(x)\nend\n");
    expect_edges(EDGES("lib/use.ex:Use.go -> lib/task.ex:My.Task.other"), EDGES("shortdoc"));
}

TEST(what_a_file_of_lua_keeps_to_itself_is_not_called_by_others)
{
    write_file("lib/own.lua", "local function kept(x) return x end\nlocal also = function() end\n"
                              "function shown() return kept(also()) end\n"
                              "return { field = function() end }\n");
    write_file("lib/use.lua", "function go(cb) kept(1) also() field() shown() end\n");
    expect_edges(EDGES("lib/own.lua:shown -> lib/own.lua:kept",
                       "lib/own.lua:shown -> lib/own.lua:also",
                       "lib/use.lua:go -> lib/own.lua:shown likely"),
                 EDGES("lib/use.lua:go -> lib/own.lua:kept", "lib/use.lua:go -> lib/own.lua:also",
                       "lib/use.lua:go -> lib/own.lua:field"));
}

TEST(a_receivers_whole_path_counts)
{
    write_file("lib/a.rb", "module Cable2\n  class Base2\n    def self.logger2; end\n  end\nend\n");
    write_file("lib/use.rb", "class Use2\n  def go\n    View2::Base2.logger2\n  end\n"
                             "  def near\n    Cable2::Base2.logger2\n  end\nend\n");
    expect_edges(EDGES("lib/use.rb:Use2::near -> lib/a.rb:Cable2::Base2::logger2"),
                 EDGES("Use2::go ->"));
}

TEST(what_only_objects_of_a_class_have_is_no_sure_call_of_the_class)
{
    write_file("lib/base.rb", "class Base3\n  def made(x)\n    x\n  end\n"
                              "  scope :recent, -> { 1 }\nend\n"
                              "def helper3(x); end\n");
    write_file("lib/use.rb", "require_relative 'base'\nclass Use3\n  def go\n    Base3.made(1)\n"
                             "    Base3.recent\n  end\n  def bare\n    made(2)\n    helper3(1)\n"
                             "  end\nend\n");
    expect_edges(EDGES("lib/use.rb:Use3::go -> lib/base.rb:Base3::made ambiguous",
                       "lib/use.rb:Use3::go -> lib/base.rb:Base3::recent",
                       "lib/use.rb:Use3::bare -> lib/base.rb:Base3::made ambiguous",
                       "lib/use.rb:Use3::bare -> lib/base.rb:helper3 likely"),
                 EDGES("Base3::made\n", "Base3::made likely"));
}

TEST(self_of_scala_may_be_a_member)
{
    write_file("src/Proxy.scala", "package p\ntrait Proxy4[R] {\n  def self: R\n"
                                  "  def drop4(n: Int) = self.drop4(n)\n}\n"
                                  "class Plain4 { self =>\n  def one() = self.two()\n"
                                  "  def two() = 1\n}\n");
    expect_edges(EDGES("src/Proxy.scala:Proxy4.drop4 -> src/Proxy.scala:Proxy4.drop4 ambiguous",
                       "src/Proxy.scala:Plain4.one -> src/Proxy.scala:Plain4.two"),
                 EDGES("Proxy4.drop4 -> src/Proxy.scala:Proxy4.drop4\n",
                       "Proxy4.drop4 -> src/Proxy.scala:Proxy4.drop4 likely"));
}

TEST(a_function_without_a_body_is_an_overload_in_kotlin)
{
    write_file("src/F.kt",
               "package p\nclass F5 {\n  private external fun run5(a: Any, b: Any): Any\n"
               "  fun run5(vararg all: Any): Any = run5(1, 2)\n}\n");
    expect_edges(EDGES("src/F.kt:F5.run5 -> src/F.kt:F5.run5"),
                 EDGES("F5.run5 likely", "F5.run5 ambiguous"));
}

TEST(a_type_of_c_sharp_in_a_namespace_not_used_is_not_sure)
{
    write_file("a/Assert.cs", "namespace Tools6 {\n  public class Assert6 {\n"
                              "    public static void Throws6(object o) { }\n  }\n}\n");
    write_file("b/Use.cs", "using NUnit.Framework;\nnamespace Tests6 {\n  class Use6 {\n"
                           "    void Go() { Assert6.Throws6(null); }\n"
                           "    void Full() { Tools6.Assert6.Throws6(null); }\n  }\n}\n");
    expect_edges(EDGES("b/Use.cs:Tests6.Use6.Go -> a/Assert.cs:Tools6.Assert6.Throws6 ambiguous",
                       "b/Use.cs:Tests6.Use6.Full -> a/Assert.cs:Tools6.Assert6.Throws6"),
                 EDGES("Use6.Go -> a/Assert.cs:Tools6.Assert6.Throws6 likely"));
}

TEST(a_table_of_lua_is_one_of_a_file_that_is_required_or_whose_path_is_written)
{
    write_file("lib/gears/paper.lua", "local paper = {}\nfunction paper.fill(s) return s end\n"
                                      "function paper:draw() return paper.fill(1) end\n"
                                      "return paper\n");
    write_file("more/mouse.lua", "local mouse = {}\nfunction mouse.coords() end\n"
                                 "function only_here() end\nreturn mouse\n");
    write_file("lib/use.lua", "local gears = require('gears')\nlocal capi = {mouse = mouse}\n"
                              "local function place(layout)\n  gears.paper.fill(1)\n"
                              "  capi.mouse.coords()\n  only_here()\nend\n"
                              "local function own(paper) paper:draw() end\n");
    write_file("lib/need.lua", "local mouse = require('more.mouse')\n"
                               "local function near() mouse.coords() end\n");
    expect_edges(EDGES("lib/use.lua:place -> lib/gears/paper.lua:paper.fill likely",
                       "lib/use.lua:own -> lib/gears/paper.lua:paper.draw ambiguous",
                       "lib/gears/paper.lua:paper.draw -> lib/gears/paper.lua:paper.fill likely",
                       "lib/need.lua:near -> more/mouse.lua:mouse.coords likely",
                       "lib/use.lua:place -> more/mouse.lua:mouse.coords ambiguous",
                       "lib/use.lua:place -> more/mouse.lua:only_here likely"),
                 EDGES("place -> more/mouse.lua:mouse.coords likely"));
}

TEST(a_type_of_elixir_is_not_called)
{
    write_file("lib/gen.ex", "defmodule Gen do\n  @type handler :: atom\n"
                             "  def go(x) do\n    handler(id: x)\n    stop(x)\n  end\n"
                             "  def stop(x), do: x\nend\n");
    expect_edges(EDGES("lib/gen.ex:Gen.go -> lib/gen.ex:Gen.stop"),
                 EDGES("Gen.go -> lib/gen.ex:Gen.handler"));
}

TEST(a_member_of_a_value_is_no_type_of_its_name)
{
    write_file("Arguments.cs", "namespace A { public class Arguments {\n"
                               "  public void Append(int a) {}\n"
                               "  public static void Reset() {} } }\n");
    write_file("Use.cs", "using A;\nnamespace B { class Use {\n"
                         "  void Go() { var x = Foreign.Make(); x.Arguments.Append(1); }\n"
                         "  void Plain() { Arguments.Reset(); } } }\n");
    expect_edges(EDGES("Use.cs:B.Use.Plain -> Arguments.cs:A.Arguments.Reset"),
                 EDGES("Use.cs:B.Use.Go ->"));
}

TEST(code_never_means_what_only_tests_and_examples_have)
{
    write_file("src/core.js", "export function init(options) { options.setContext(1); }\n");
    write_file("test/specs/a.test.js", "const stub = { setContext() {} };\n"
                                       "function run(x) { x.setContext(2); }\n");
    write_file("lib/app.rb", "class App\n  def go\n    deliver_now(1)\n    @mailer.fake_send\n"
                             "  end\nend\n");
    write_file("spec/fake.rb", "def deliver_now(x)\nend\nclass Fake\n  def fake_send\n  end\nend\n"
                               "def check\n  deliver_now(2)\nend\n");
    write_file("src/app.lua", "function go()\n  only_there()\nend\n");
    write_file("examples/a.lua", "function only_there()\nend\n");
    write_file("src/net.c", "int send_all(int);\nint go(void) { return send_all(1); }\n");
    write_file("tests/mock_net.c", "int send_all(int x) { return x; }\n"
                                   "int check(void) { return send_all(2); }\n");
    write_file("src/Main.java", "package p;\nclass Main { void go() { Helper.help(); } }\n");
    write_file("src/test/Helper.java", "package p;\nclass Helper { static void help() {} }\n");
    write_file("src/App.cs", "namespace N { class App { void Go() { Tool.Use(); } } }\n");
    write_file("tests/Tool.cs", "namespace N { class Tool { public static void Use() {} } }\n");
    write_file("pkg/mod.py", "def go(x):\n    x.only_in_tests()\n");
    write_file("tests/test_mod.py", "class Fake:\n    def only_in_tests(self): pass\n");
    expect_edges(EDGES("test/specs/a.test.js:run -> test/specs/a.test.js:stub.setContext likely",
                       "spec/fake.rb:check -> spec/fake.rb:deliver_now",
                       "tests/mock_net.c:check -> tests/mock_net.c:send_all"),
                 EDGES("src/core.js:init ->", "lib/app.rb:App.go ->", "src/app.lua:go ->",
                       "src/net.c:go -> tests", "src/Main.java:Main.go ->",
                       "src/App.cs:N.App.Go ->", "pkg/mod.py:go ->"));
}
