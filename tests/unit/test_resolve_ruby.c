/* Ruby: classes that files open again, super, what is called by its symbol. */
#include "edge_case.h"

static void write_thing(void)
{
    write_file("lib/base.rb", "module Shop\n  class Base\n    def price; end\n"
                              "    def self.build; new; end\n  end\nend\n");
    write_file("lib/thing.rb", "module Shop\n  class Thing < Base\n    def price\n      super\n"
                               "    end\n    def first; end\n  end\nend\n");
    write_file("lib/more.rb", "module Mixed\n  def mixed; end\nend\n"
                              "module Shop\n  class Thing\n    include Mixed\n"
                              "    def again; first; end\n  end\nend\n");
    write_file("lib/path.rb", "class Shop::Thing\n  def third; again; end\nend\n");
}

TEST(ruby_classes_are_one_wherever_they_are_opened)
{
    write_thing();
    write_file("lib/use.rb", "class Use\n  def go\n    t = Shop::Thing.new\n    t.first\n"
                             "    t.again\n    t.third\n    t.mixed\n    t.price\n  end\n"
                             "  def chain; Shop::Thing.new.again; end\n"
                             "  def made; Shop::Thing.build; end\nend\n");
    expect_edges(EDGES("lib/use.rb:Use::go -> lib/more.rb:Shop::Thing",
                       "lib/use.rb:Use::go -> lib/thing.rb:Shop::Thing::first",
                       "lib/use.rb:Use::go -> lib/more.rb:Shop::Thing::again",
                       "lib/use.rb:Use::go -> lib/path.rb:Shop::Thing::third",
                       "lib/use.rb:Use::go -> lib/more.rb:Mixed::mixed",
                       "lib/use.rb:Use::go -> lib/thing.rb:Shop::Thing::price",
                       "lib/use.rb:Use::chain -> lib/more.rb:Shop::Thing::again",
                       "lib/use.rb:Use::made -> lib/base.rb:Shop::Base::build",
                       "lib/thing.rb:Shop::Thing::price -> lib/base.rb:Shop::Base::price"),
                 EDGES("likely", "ambiguous"));
}

TEST(ruby_tests_have_classes_of_their_own)
{
    write_thing();
    write_file("lib/use.rb", "class Use\n  def go; Shop::Thing.new.odd; end\nend\n");
    write_file("test/a/x.rb", "module Shop\n  class Thing\n    def odd; end\n  end\nend\n"
                              "class Helper\n  def one; Shop::Thing.new.first; end\n"
                              "  def two; Shop::Thing.new.odd; end\nend\nclass Post\n"
                              "  def here; end\nend\n");
    write_file("test/b/y.rb", "class Post\n  def there; end\nend\nclass Other\n"
                              "  def go; Post.new.there; end\nend\n");
    expect_edges(EDGES("test/a/x.rb:Helper::one -> lib/thing.rb:Shop::Thing::first",
                       "test/a/x.rb:Helper::two -> test/a/x.rb:Shop::Thing::odd",
                       "test/b/y.rb:Other::go -> test/b/y.rb:Post"),
                 EDGES("lib/use.rb:Use::go -> test", "y.rb:Other::go -> test/a"));
}

TEST(ruby_constants_by_nesting_and_methods_by_class)
{
    write_file("lib/a.rb", "class Log\n  def top; end\nend\nmodule Net\n  class Log\n"
                           "    def own; end\n  end\n  def self.helper; end\n  module Deep\n"
                           "    def self.go\n      Log.new.own\n      ::Log.new.top\n      helper\n"
                           "    end\n  end\nend\n");
    expect_edges(EDGES("lib/a.rb:Net::Deep::go -> lib/a.rb:Net::Log::own",
                       "lib/a.rb:Net::Deep::go -> lib/a.rb:Log::top",
                       "lib/a.rb:Net::Deep::go -> lib/a.rb:Log"),
                 EDGES("Net::Deep::go -> lib/a.rb:Net::helper"));
}

TEST(ruby_methods_named_by_symbols)
{
    write_file("lib/a.rb", "class A\n  def one; end\n  def two; end\n  def three; end\n"
                           "  def four; end\n  alias five one\n  alias_method :six, :two\nend\n"
                           "Pair = Struct.new(:x) do\n  def sum; end\nend\n");
    write_file("lib/b.rb",
               "class B\n  def go(list)\n    a = A.new\n    a.send(:one)\n"
               "    a.public_send(:two)\n    A.instance_method(:three)\n"
               "    list.map(&:four)\n    Pair.new(1).sum\n  end\n"
               "  def match(x)\n    case x\n    in A => a then a.one\n    end\n  end\nend\n");
    expect_edges(EDGES("lib/b.rb:B::go -> lib/a.rb:A::one", "lib/b.rb:B::go -> lib/a.rb:A::two",
                       "lib/b.rb:B::go -> lib/a.rb:A::four ambiguous",
                       "lib/b.rb:B::go -> lib/a.rb:Pair::sum",
                       "lib/b.rb:B::match -> lib/a.rb:A::one"),
                 EDGES("A::three"));
    Str uses = edges_of_kind(REFERENCE_USE);
    EXPECT(has_line(uses, "lib/a.rb:A::five -> lib/a.rb:A::one"));
    EXPECT(has_line(uses, "lib/a.rb:A::six -> lib/a.rb:A::two"));
    EXPECT(has_line(uses, "lib/b.rb:B::go -> lib/a.rb:A::three"));
    EXPECT(!has_line(uses, "lib/a.rb:A::six -> lib/a.rb:A::six"));
}
