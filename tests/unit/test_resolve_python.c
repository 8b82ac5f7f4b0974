/* Python: imports with a fallback, in functions, one after another. */
#include "edge_case.h"

static void write_package(void)
{
    static const char *const text = "def helper(): pass\ndef other(): pass\n"
                                    "class C:\n    def run(self): pass\n";
    write_file("pkg/__init__.py", "");
    write_file("pkg/core.py", text);
    write_file("pkg/fast.py", text);
}

TEST(python_imports_with_a_fallback_are_alternatives)
{
    write_package();
    write_file("a.py", "try:\n    from fastlib import helper\nexcept ImportError:\n"
                       "    from pkg.core import helper\nimport sys\n"
                       "if sys.version_info > (3, 8):\n    from pkg.core import other\nelse:\n"
                       "    from pkg.fast import other\n"
                       "try:\n    from pkg.fast import C\nexcept ImportError:\n"
                       "    class C:\n        def run(self): pass\n"
                       "try:\n    import pkg.fast as impl\nexcept ImportError:\n"
                       "    import pkg.core as impl\n"
                       "def f():\n    helper()\n    other()\n    C().run()\n    impl.helper()\n");
    expect_edges(EDGES("a.py:f -> pkg/core.py:helper likely", "a.py:f -> pkg/core.py:other likely",
                       "a.py:f -> pkg/fast.py:other likely", "a.py:f -> pkg/fast.py:C likely",
                       "a.py:f -> a.py:C likely", "a.py:f -> pkg/fast.py:helper likely"),
                 EDGES("ext:fastlib", "C.run\n", "helper\n"));
}

TEST(python_imports_in_functions_are_theirs)
{
    write_package();
    write_file("a.py", "def helper(): pass\n"
                       "def f():\n    from pkg.fast import helper\n    helper()\n"
                       "def g():\n    from pkg.core import other as it\n    it()\n"
                       "def h():\n    from pkg.fast import other as it\n    it()\n"
                       "def i():\n    import pkg.core as z\n    z.other()\n"
                       "def j():\n    import pkg.fast as z\n    z.other()\n"
                       "def k():\n    helper()\n    it()\n");
    write_file("b.py", "from a import helper\nhelper()\n");
    expect_edges(EDGES("a.py:f -> pkg/fast.py:helper", "a.py:g -> pkg/core.py:other",
                       "a.py:h -> pkg/fast.py:other", "a.py:i -> pkg/core.py:other",
                       "a.py:j -> pkg/fast.py:other", "a.py:k -> a.py:helper",
                       "b.py -> a.py:helper"),
                 EDGES("likely", "a.py:f -> a.py:helper", "a.py:k -> pkg"));
}

TEST(python_of_imports_that_all_happen_the_last_counts)
{
    write_package();
    write_file("a.py", "from pkg.core import helper\nfrom pkg.fast import helper\n"
                       "from pkg.core import C\nclass C:\n    def run(self): pass\n"
                       "def f():\n    helper()\n    C().run()\n");
    expect_edges(EDGES("a.py:f -> pkg/fast.py:helper", "a.py:f -> a.py:C.run"),
                 EDGES("pkg/core.py"));
}

TEST(python_fallbacks_of_another_file_are_alternatives)
{
    write_package();
    write_file("compat.py", "try:\n    from pkg.fast import helper\nexcept ImportError:\n"
                            "    from pkg.core import helper\n"
                            "if os.name:\n    def cond(): pass\nelse:\n    def cond(): pass\n");
    write_file("a.py",
               "from compat import helper, cond\nimport compat\n"
               "def f():\n    helper()\ndef g():\n    compat.helper()\ndef h():\n    cond()\n");
    edge_lines = true;
    expect_edges(
        EDGES("a.py:f@3 -> pkg/core.py:helper@1 likely", "a.py:f@3 -> pkg/fast.py:helper@1 likely",
              "a.py:g@5 -> pkg/core.py:helper@1 likely", "a.py:g@5 -> pkg/fast.py:helper@1 likely",
              "a.py:h@7 -> compat.py:cond@6 likely", "a.py:h@7 -> compat.py:cond@8 likely"),
        EDGES("ambiguous"));
    edge_lines = false;
}

TEST(python_modules_loaded_by_a_constant_name)
{
    write_package();
    write_file("b.py", "from pkg.core import other\ndef h(a): return a[*other()]\n");
    write_file("a.py", "import importlib\ndef f():\n    m = importlib.import_module(\"pkg.core\")\n"
                       "    m.helper()\ndef g(name):\n    importlib.import_module(name).other()\n");
    expect_edges(EDGES("a.py:f -> pkg/core.py:helper", "b.py:h -> pkg/core.py:other"),
                 EDGES("a.py:g -> pkg", "fast.py"));
}

static void write_types(void)
{
    static const char *const methods = "    def one(self): pass\n    def two(self): pass\n"
                                       "    @classmethod\n    def make(cls): pass\n";
    write_file("types_.py", str_terminate(test_arena(), str_format(test_arena(),
                                                                   "class Base:\n%sclass Decoy:\n%s"
                                                                   "class Other:\n%s",
                                                                   methods, methods, methods)));
}

TEST(python_values_out_of_what_holds_them)
{
    write_types();
    write_file("a.py", "from types_ import Base, Other\n"
                       "class D:\n    table: dict[str, Base]\n"
                       "    def a(self):\n        self.table['x'].one()\n"
                       "def b(d: D):\n    for k, v in d.table.items():\n        v.one()\n"
                       "def c(d: dict[str, list[Base]]):\n    for x in d['a']:\n        x.one()\n"
                       "def e(xs: list[Base]):\n    for i, x in enumerate(xs):\n        x.one()\n"
                       "def f(xs: list[Base], ys: list[Other]):\n"
                       "    for x, y in zip(xs, ys):\n        x.one()\n        y.two()\n"
                       "def g(t: tuple[Base, Other]):\n    p, q = t\n    p.one()\n    q.two()\n"
                       "def h(d: dict[str, Base]):\n    d.get('x').one()\n"
                       "def i(d: dict[Base, Other]):\n    for k in d:\n        k.one()\n"
                       "def j(t: tuple[Base, Other]):\n    t[1].two()\n"
                       "def k(x):\n    match x:\n        case Base() as b:\n            b.one()\n"
                       "def l(make: Callable[[int], Base]):\n    make(1).one()\n");
    expect_edges(EDGES("a.py:D.a -> types_.py:Base.one", "a.py:b -> types_.py:Base.one",
                       "a.py:c -> types_.py:Base.one", "a.py:e -> types_.py:Base.one",
                       "a.py:f -> types_.py:Base.one", "a.py:f -> types_.py:Other.two",
                       "a.py:g -> types_.py:Base.one", "a.py:g -> types_.py:Other.two",
                       "a.py:h -> types_.py:Base.one", "a.py:i -> types_.py:Base.one",
                       "a.py:k -> types_.py:Base.one", "a.py:l -> types_.py:Base.one"),
                 EDGES("Decoy", "Base.two"));
}

TEST(python_types_by_bounds_casts_and_classes)
{
    write_types();
    write_file("a.py", "from types_ import Base\nfrom typing import TypeVar, cast\n"
                       "T = TypeVar('T', bound=Base)\nU = TypeVar('U')\n"
                       "def a(x: T): x.one()\ndef b[V: Base](x: V): x.one()\n"
                       "def c(x): cast(Base, x).one()\ndef d(x: Base): type(x).make()\n"
                       "def e(x: U): x.one()\n");
    expect_edges(EDGES("a.py:a -> types_.py:Base.one", "a.py:b -> types_.py:Base.one",
                       "a.py:c -> types_.py:Base.one", "a.py:d -> types_.py:Base.make"),
                 EDGES("Decoy", "a.py:e -> types_"));
}

TEST(python_functions_named_as_values)
{
    write_file("u.py", "def f1(): pass\ndef f2(): pass\ndef f3(): pass\ndef f4(): pass\n"
                       "def f5(): pass\ndef f6(): pass\ndef f7(): pass\nclass E: pass\n");
    write_file("a.py",
               "import u\nfrom u import *\n"
               "def a(c):\n    g = f1 if c else None\n    return c or f2\n"
               "def b(cb=u.f3):\n    return lambda: f4\n"
               "def d():\n    (f5)(1)\n    yield f6\n    getattr(u, 'f7')()\n"
               "def e():\n    try:\n        raise E\n    except ValueError:\n        pass\n"
               "def h():\n    try:\n        pass\n    except (u.E, OSError) as e:\n        pass\n"
               "def i(x):\n    match x:\n        case E(): pass\n"
               "def j(x): return isinstance(x, (E, int))\n");
    Str edges = edges_of_kind(REFERENCE_USE), types = edges_of_kind(REFERENCE_TYPE);
    static const char *const mentions[] = {"a.py:e -> u.py:E", "a.py:h -> u.py:E",
                                           "a.py:i -> u.py:E", "a.py:j -> u.py:E"};
    for (size_t i = 0; i < COUNT(mentions); i++)
        if (!has_line(types, mentions[i]))
            EXPECT_STR(types, mentions[i]);
    static const char *const wanted[] = {
        "a.py:a -> u.py:f1", "a.py:a -> u.py:f2", "a.py:b -> u.py:f3", "a.py:b -> u.py:f4",
        "a.py:d -> u.py:f5", "a.py:d -> u.py:f6", "a.py:d -> u.py:f7"};
    for (size_t i = 0; i < COUNT(wanted); i++)
        if (!has_line(edges, wanted[i]))
            EXPECT_STR(edges, wanted[i]);
}

TEST(an_unknown_star_behind_a_name_may_replace_it)
{
    write_file("a.py", "def f(): pass\ndef g(): pass\nclass K:\n    def m(self): pass\n");
    write_file("a2.py", "def g(): pass\n");
    write_file("own.py", "def f(): pass\nfrom ext import *\ndef use(): f()\n");
    write_file("named.py", "from a import f, K\nfrom ext import *\n"
                           "def use(k: K):\n    f()\n    k.m()\n");
    write_file("star.py", "from a import *\nfrom ext import *\ndef use(): g()\n");
    write_file("before.py", "from ext import *\nfrom a import *\nfrom a import f\n"
                            "def h(): pass\ndef use():\n    g()\n    f()\n    h()\n");
    write_file("last.py", "from a import *\nfrom a2 import *\ndef use(): g()\n");
    write_file("passed.py", "from last import g\ndef use(): g()\n");
    write_file("module.py", "import a\nfrom ext import *\ndef use(): a.f()\n");
    expect_edges(EDGES("own.py:use -> own.py:f likely", "named.py:use -> a.py:f likely",
                       "named.py:use -> a.py:K.m likely", "star.py:use -> a.py:g likely",
                       "before.py:use -> a.py:g", "before.py:use -> a.py:f",
                       "before.py:use -> before.py:h", "last.py:use -> a2.py:g",
                       "passed.py:use -> a2.py:g", "module.py:use -> a.py:f"),
                 EDGES("passed.py:use -> a.py"));
}

TEST(an_open_of_ocaml_behind_a_name_may_replace_it)
{
    write_file("a.ml", "let f x = x\nopen Ext\nlet g y = f y\n");
    write_file("b.ml", "open Ext\nlet f x = x\nlet g y = f y\nlet h z = let open Other in z\n"
                       "let i y = f y\n");
    expect_edges(EDGES("a.ml:g -> a.ml:f likely", "b.ml:g -> b.ml:f", "b.ml:i -> b.ml:f"),
                 EDGES("-> Other"));
}
