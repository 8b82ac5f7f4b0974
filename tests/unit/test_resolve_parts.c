/* Types declared in parts, typed members, and calls with written type arguments. */
#include "edge_case.h"

TEST(c_sharp_partial_types_are_one)
{
    write_file("Order.cs",
               "namespace App {\n"
               "  public partial class Order { public void Submit() { Check(); Log(); }\n"
               "    partial class Line { public void One() { Two(); } } }\n"
               "  partial struct Point { void A() { B(); } }\n"
               "  class Alone { void Check() {} }\n"
               "}\n");
    write_file("Order.Rules.cs",
               "namespace App {\n"
               "  partial class Order : Base { private void Check() { Submit(); }\n"
               "    partial class Line { public void Two() { One(); } } }\n"
               "  partial struct Point { void B() { A(); } }\n"
               "  class Base { protected void Log() {} }\n"
               "}\n");
    write_file("Run.cs", "using App;\nclass Run { void Go(Order o) { o.Submit(); o.Log(); } }\n");
    expect_edges(EDGES("Order.cs:App.Order.Submit -> Order.Rules.cs:App.Order.Check",
                       "Order.cs:App.Order.Submit -> Order.Rules.cs:App.Base.Log",
                       "Order.Rules.cs:App.Order.Check -> Order.cs:App.Order.Submit",
                       "Order.cs:App.Order.Line.One -> Order.Rules.cs:App.Order.Line.Two",
                       "Order.Rules.cs:App.Order.Line.Two -> Order.cs:App.Order.Line.One",
                       "Order.cs:App.Point.A -> Order.Rules.cs:App.Point.B",
                       "Run.cs:Run.Go -> Order.cs:App.Order.Submit",
                       "Run.cs:Run.Go -> Order.Rules.cs:App.Base.Log"),
                 EDGES("Alone", "ambiguous"));
}

TEST(php_properties_have_their_declared_type)
{
    write_file("a.php", "<?php\nclass Client { public ?Client $next; function fetch() {} }\n"
                        "class Other { function fetch() {} }\n"
                        "trait Held { private Client $held; }\n"
                        "class Base { protected readonly Client $of; }\n"
                        "class Svc extends Base {\n  use Held;\n  private Client|null $c;\n"
                        "  private Client|Other $both;\n"
                        "  function one() { $this->c->fetch(); }\n"
                        "  function two() { $this->of?->fetch(); }\n"
                        "  function three() { $this->held->next->fetch(); }\n"
                        "  function four() { $this->both->fetch(); }\n"
                        "}\n");
    expect_edges(EDGES("a.php:Svc::one -> a.php:Client::fetch",
                       "a.php:Svc::two -> a.php:Client::fetch",
                       "a.php:Svc::three -> a.php:Client::fetch"),
                 EDGES("fetch likely", "four -> a.php:Other::fetch\n"));
}

TEST(kotlin_calls_with_written_types_are_calls)
{
    write_file("a.kt", "fun <T> make(x: Int): T? = null\n"
                       "class Box<T> { fun <U> conv(u: U): U = u }\n"
                       "fun one() { make<Int>(1) }\nfun two(b: Box<Int>) { b.conv<a.B>(\"a\") }\n"
                       "fun three() = 1 + make<Int>(2)\n"
                       "context(box: Box<Int>) fun four() { box.conv(1) }\n");
    expect_edges(EDGES("a.kt:one -> a.kt:make", "a.kt:two -> a.kt:Box.conv",
                       "a.kt:three -> a.kt:make", "a.kt:four -> a.kt:Box.conv"),
                 EDGES("context"));
}
