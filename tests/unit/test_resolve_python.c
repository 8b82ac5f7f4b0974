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
