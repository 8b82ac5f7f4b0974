/* Namespaces known by their full names, whichever files open them. */
#include "edge_case.h"

TEST(c_sharp_knows_each_namespace_of_a_file)
{
    write_file("lib/a.cs",
               "namespace Acme.Core {\n"
               "  public class Alpha { public static int Run() { return Beta.Go(); } }\n"
               "}\n"
               "namespace Acme.Other {\n"
               "  using Acme.Core;\n"
               "  public class Gamma {\n"
               "    public static int Run() { return Alpha.Run(); }\n"
               "    public static int Three() { return 3; }\n"
               "  }\n"
               "}\n");
    write_file("lib/b.cs", "namespace Acme.Core;\n"
                           "public class Beta {\n"
                           "  public static int Go() { return Alpha.Run(); }\n"
                           "}\n");
    write_file("lib/far.cs", "namespace Third {\n"
                             "  class Gamma { public static int Run() { return 9; } }\n"
                             "  class Alpha { public static int Run() { return Gamma.Run(); } }\n"
                             "}\n");
    expect_edges(EDGES("lib/a.cs:Acme.Core.Alpha.Run -> lib/b.cs:Beta.Go",
                       "lib/a.cs:Acme.Other.Gamma.Run -> lib/a.cs:Acme.Core.Alpha.Run",
                       "lib/b.cs:Beta.Go -> lib/a.cs:Acme.Core.Alpha.Run",
                       "lib/far.cs:Third.Alpha.Run -> lib/far.cs:Third.Gamma.Run"),
                 EDGES("Beta.Go -> lib/far.cs", "Gamma.Run -> lib/far.cs"));
}

TEST(c_sharp_finds_namespaces_around_by_path_and_by_using)
{
    write_file("lib/a.cs",
               "namespace Acme.Core { class Alpha { public static int Run() { return 1; } } }\n"
               "namespace Acme.Other { class Gamma {\n"
               "  public static int Run() { return 2; }\n"
               "  public static int Three() { return 3; } } }\n");
    write_file("lib/d.cs",
               "namespace Acme { class Helper { public static int Aid() { return 4; } } }\n"
               "class Nowhere { public static int At() { return 5; } }\n");
    write_file("other/e.cs", "class Elsewhere { public static int At() { return 6; } }\n");
    write_file("lib/use.cs",
               "using Acme.Other;\nusing static Acme.Other.Gamma;\nusing G = Acme.Other.Gamma;\n"
               "using C = Acme.Core;\n"
               "namespace Acme.Use {\n  namespace Deep {\n    class Caller {\n"
               "      int One() { return Gamma.Run(); }\n"
               "      int Two() { return Three(); }\n"
               "      int Four() { return G.Run(); }\n"
               "      int Five() { return Acme.Core.Alpha.Run(); }\n"
               "      int Six() { return Core.Alpha.Run(); }\n"
               "      int Seven() { return C.Alpha.Run(); }\n"
               "      int Eight() { return Helper.Aid(); }\n"
               "      int Nine() { return Nowhere.At(); }\n"
               "      int Ten() { return Elsewhere.At(); }\n"
               "    }\n  }\n}\n");
    expect_edges(EDGES("lib/use.cs:Acme.Use.Deep.Caller.One -> lib/a.cs:Acme.Other.Gamma.Run",
                       "lib/use.cs:Acme.Use.Deep.Caller.Two -> lib/a.cs:Acme.Other.Gamma.Three",
                       "lib/use.cs:Acme.Use.Deep.Caller.Four -> lib/a.cs:Acme.Other.Gamma.Run",
                       "lib/use.cs:Acme.Use.Deep.Caller.Five -> lib/a.cs:Acme.Core.Alpha.Run",
                       "lib/use.cs:Acme.Use.Deep.Caller.Six -> lib/a.cs:Acme.Core.Alpha.Run",
                       "lib/use.cs:Acme.Use.Deep.Caller.Seven -> lib/a.cs:Acme.Core.Alpha.Run",
                       "lib/use.cs:Acme.Use.Deep.Caller.Eight -> lib/d.cs:Acme.Helper.Aid",
                       "lib/use.cs:Acme.Use.Deep.Caller.Nine -> lib/d.cs:Nowhere.At",
                       "lib/use.cs:Acme.Use.Deep.Caller.Ten -> other/e.cs:Elsewhere.At likely"),
                 EDGES("lib/use.cs:Acme.Use.Deep.Caller.Seven -> lib/a.cs:Acme.Other"));
}

TEST(php_knows_each_namespace_of_a_file)
{
    write_file("a.php", "<?php\nnamespace Acme\\Core {\n"
                        "  class Alpha { public static function run() { return 1; } }\n"
                        "  function tool() { return 1; }\n}\n"
                        "namespace Acme\\Other {\n"
                        "  class Gamma { public static function run() { return 2; } }\n"
                        "  function tool() { return 2; }\n"
                        "  function both() { return tool(); }\n}\n");
    write_file("b.php", "<?php\nnamespace Acme\\Use;\nuse Acme\\Other\\Gamma;\n"
                        "use function Acme\\Other\\tool;\n"
                        "class C {\n  function one() { return Gamma::run(); }\n"
                        "  function two() { return tool(); }\n}\n");
    write_file("c.php", "<?php\nnamespace Acme\\Use;\n"
                        "class Gamma { public static function run() { return 3; } }\n");
    edge_lines = true;
    expect_edges(EDGES("a.php:Acme\\Other::both@9 -> a.php:Acme\\Other::tool@8",
                       "b.php:C::one@6 -> a.php:Acme\\Other::Gamma::run@7",
                       "b.php:C::two@7 -> a.php:Acme\\Other::tool@8"),
                 EDGES("-> c.php"));
    edge_lines = false;
}
