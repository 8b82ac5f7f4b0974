/* Complexity and control flow, `name complexity branches/loops/exits` a symbol. The first cases are
   the published definition's examples in other words. */
#include "test.h"

#include "base/buf.h"
#include "lang/lang.h"
#include "lang/walk/flow.h"

static Str flow(const char *language, const char *text)
{
    Outline outline;
    OutlineOptions options = {.want_references = true, .no_ctags = true};
    lang_outline(test_arena(), test_scratch(), lang_find(str_from(language)), str_from(text),
                 &options, &outline);
    EXPECT(!outline.degraded);
    Buf buf = buf_open(test_arena(), 0);
    for (size_t i = 0; i < outline.symbols.len; i++) {
        const Symbol *symbol = &outline.symbols.ptr[i];
        const SymbolCode *code = symbol_code(symbol);
        if (!flow_holds_code(symbol->kind))
            continue;
        buf_printf(&buf, "%s%.*s %u %u/%u/%u", buf.len ? ", " : "", STR_ARG(symbol->name),
                   code->complexity, code->branches, code->loops, code->exits);
    }
    return buf_str(&buf);
}

static const char primes_java[] = "class A {\n"
                                  "  int primes(int max) {\n"
                                  "    int total = 0;\n"
                                  "    NEXT: for (int i = 1; i <= max; ++i) {\n" /* 1 */
                                  "      for (int j = 2; j < i; ++j) {\n"        /* 2 */
                                  "        if (i % j == 0) {\n"                  /* 3 */
                                  "          continue NEXT;\n"                   /* 1 */
                                  "        }\n"
                                  "      }\n"
                                  "      total += i;\n"
                                  "    }\n"
                                  "    return total;\n"
                                  "  }\n"
                                  "  String word(int n) {\n"
                                  "    switch (n) {\n" /* 1 */
                                  "      case 1: return \"one\";\n"
                                  "      case 2: return \"two\";\n"
                                  "      default: return \"many\";\n"
                                  "    }\n"
                                  "  }\n"
                                  "}\n";

TEST(the_definition_in_java)
{
    EXPECT_STR(flow("java", primes_java), "primes 7 1/2/1, word 1 2/0/3");
    EXPECT_STR(flow("java", "class A { void f() { if (a && b && c || d || e && f) {} } }"),
               "f 4 1/0/0");
    EXPECT_STR(flow("java", "class A { void f() { if (a && !(b && c)) {} } }"), "f 3 1/0/0");
    EXPECT_STR(flow("java", "class A { void f() {\n"
                            "  try { if (a) { for (int i = 0; i < 9; i++) { while (b) {} } } }\n"
                            "  catch (X | Y e) { if (c) {} }\n"
                            "} }"),
               "f 9 3/2/0");
    EXPECT_STR(flow("java", "class A { void f() { Runnable r = () -> { if (a) {} }; } }"),
               "f 2 1/0/0, r 0 0/0/0");
    EXPECT_STR(flow("java", "class A { int f() { if (a) return 1; else if (b) return 2;\n"
                            "  else { if (c) return a ? b : c; } return 0; } }"),
               "f 8 4/0/4");
}

TEST(sequences_of_operators)
{
    EXPECT_STR(flow("javascript", "function f() { return a && b && c }"), "f 1 0/0/1");
    EXPECT_STR(flow("javascript", "function f() { return a || b && c || d }"), "f 3 0/0/1");
    EXPECT_STR(flow("javascript", "function f() { return (a && b) && (c && d) }"), "f 1 0/0/1");
    EXPECT_STR(flow("javascript", "function f() { return a && g(b && c) && d }"), "f 2 0/0/1");
    EXPECT_STR(flow("javascript", "function f() { return (a && b) == (c && d) }"), "f 2 0/0/1");
    EXPECT_STR(flow("javascript", "function f() { return a ?? b?.c }"), "f 0 0/0/1");
    EXPECT_STR(flow("python", "def f():\n    return not (a and b) or c and d\n"), "f 3 0/0/1");
}

TEST(nested_functions_count_for_all_around_them)
{
    EXPECT_STR(flow("python", "def f():\n    if a:\n        def g():\n            if b:\n"
                              "                return 1\n    return 2\n"),
               "f 4 1/0/1, g 1 1/0/1");
    EXPECT_STR(flow("typescript", "const f = (a: number) => { if (a) { g(() => { if (b) {} }) } }"),
               "f 4 2/0/0");
    EXPECT_STR(flow("typescript", "class A { private g = () => { while (a) {} } }"), "g 1 0/1/0");
    EXPECT_STR(flow("go", "package p\nvar f = func() { if a { go func() { for {} }() } }"),
               "f 4 1/1/0");
}

TEST(what_else_leads_to)
{
    EXPECT_STR(flow("python", "def f():\n    if a: x\n    elif b: y\n    else:\n        if c: z\n"),
               "f 5 3/0/0");
    EXPECT_STR(
        flow("javascript", "function f() { if (a) x; else if (b) y; else if (c) z; else w }"),
        "f 4 3/0/0");
    EXPECT_STR(flow("go", "package p\nfunc f() { if a { if b {} } else if c { if d {} } else {} }"),
               "f 7 4/0/0");
    EXPECT_STR(flow("swift", "func f() { if a {} else if b {} else { if c {} } }"), "f 5 3/0/0");
}

TEST(each_language_knows_its_words)
{
    static const char *const cases[][3] = {
        {"c_sharp",
         "class A { int f() { foreach (var x in y) { switch (x) { case 1: break; default: break; } "
         "}\n try {} catch (E) { throw; } return a switch { 1 => 2, _ => 3 }; } }",
         "f 5 3/1/2"},
        {"kotlin",
         "fun f(): Int { l@ for (i in q) { when (i) { 1 -> x() else -> y() }; break@l }\n"
         " try { } catch (e: E) { throw e }\n return if (a && b) 1 else 2 }",
         "f 8 3/1/2"},
        {"rust",
         "fn f() -> i32 { 'l: loop { while a { continue 'l; } }\n"
         " let Some(x) = y else { return 1 };"
         " match a { 1 => g()?, _ => if b || c { 1 } else { 2 } } }",
         "f 10 3/2/2"},
        {"php",
         "<?php function f($a) { foreach ($q as $k) { if ($k and $l) break 2; elseif ($m) x(); }\n"
         " return match ($a) { 1 => 2, default => $a ? 1 : 2 }; }",
         "f 9 4/1/1"},
        {"ruby",
         "def f(a)\n  x unless a\n  a.each do |b|\n    case b\n    when 1 then y\n    else z\n    "
         "end\n  end\n  while a || b do end\n  raise E\nrescue E\n  return 1\nend\n",
         "f 6 3/1/2"},
        {"scala",
         "object O { def f(a: Int): Int = { for (i <- q) { if (i > 1 && b) x else y }\n"
         " a match { case 1 => 2; case _ => throw e } } }",
         "f 6 2/1/1"},
        {"swift",
         "func f() { guard a else { return }\n out: for i in q { repeat { break out } while b }\n"
         " do { try g() } catch { throw e }\n switch a { case 1: x()\n default: y() } }",
         "f 7 3/2/2"},
        {"bash",
         "f() {\n  for i in a; do\n    [ -n \"$i\" ] && continue 2\n  done\n  case $a in\n"
         "    1) return 1 ;;\n    *) exit ;;\n  esac\n}\n",
         "f 4 1/1/2"},
        {"lua",
         "local function f(a)\n  for i = 1, 3 do\n    if a and b then goto out end\n  end\n"
         "  repeat until c\n  ::out::\n  return a\nend\n",
         "f 6 1/2/1"},
        {"go",
         "package p\nfunc f() error {\nl:\n\tfor {\n\t\tselect {\n\t\tcase <-c:\n\t\t\tbreak l\n"
         "\t\tdefault:\n\t\t}\n\t}\n\tgoto l\n\treturn nil\n}\n",
         "f 5 1/1/1"},
        {"r", "f <- function(a) { for (i in q) { if (a && b || c) x else y }\n return(1) }",
         "f 6 1/1/1"},
        {"julia",
         "function f(a)\n  while a\n    b ? 1 : 2\n  end\n  try\n  catch e\n    throw(e)\n  end\n"
         "  map(q) do x\n    if x end\n  end\nend\n",
         "f 6 3/1/1"},
        {"perl",
         "sub f {\n  OUT: foreach my $k (@q) { next OUT if $k; }\n  if ($a) { } "
         "elsif ($b || $c) { }\n"
         "  return 1;\n}\n",
         "f 7 3/1/1"},
        {"dart", "int f(a) { while (a) { if (a && b) { throw e; } else { } } return a ? 1 : 2; }",
         "f 6 2/1/2"},
        {"tsx", "function F() { return <A>{a && <B/>}{c ? <D/> : null}</A> }", "F 2 1/0/1"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(flow(cases[i][0], cases[i][1]), cases[i][2]);
}

static const char *const families[][3] = {
    {"haskell",
     "f 0 = 1\n"
     "f n | n > 3 && ok n = 2\n"
     "    | n < 0 = if n then 1 else 2\n"
     "    | otherwise = 3\n"
     "  where ok x = x > 1 || False\n",
     "f 9 4/0/0, ok 1 0/0/0"},
    {"haskell",
     "f x = do\n"
     "  r <- case x of { Just y | y -> 1; _ -> error x }\n"
     "  when (x > 1) $ print x\n"
     "  forM_ xs $ \\y -> unless y (print y)\n",
     "f 6 4/0/1"},
    {"elixir",
     "defmodule A do\n"
     "  def f(x) when x > 1 and x < 3 do\n"
     "    if x do 1 else 2 end\n"
     "    unless x, do: 1, else: 2\n"
     "    case x do\n"
     "      1 -> 2\n"
     "      _ -> 3\n"
     "    end\n"
     "    cond do\n"
     "      x -> 1\n"
     "      true -> 2\n"
     "    end\n"
     "    with {:ok, a} <- b(), {:ok, c} <- d() do\n"
     "      a\n"
     "    else\n"
     "      e -> e\n"
     "    end\n"
     "    try do\n"
     "      a && b || c\n"
     "    rescue\n"
     "      e -> 1\n"
     "      RuntimeError -> 2\n"
     "    catch\n"
     "      :exit, _ -> 1\n"
     "    after\n"
     "      x\n"
     "    end\n"
     "    for a <- b, do: a\n"
     "    receive do\n"
     "      :a -> 1\n"
     "    after 10 -> 2\n"
     "    end\n"
     "    Enum.map(x, fn\n"
     "      1 -> 2\n"
     "      _ -> 3\n"
     "    end)\n"
     "    Enum.map(x, &(&1 + 1))\n"
     "  end\n"
     "end\n",
     "f 17 8/1/0"},
    {"elixir",
     "defmodule A do\n"
     "  def f(0), do: 1\n"
     "  def f(1), do: if(x, do: 1, else: 2)\n"
     "  def f(x) do\n"
     "    x\n"
     "  end\n"
     "  def g(x) do\n"
     "    if x do\n"
     "      1\n"
     "    else\n"
     "      if y, do: 1\n"
     "    end\n"
     "  end\n"
     "end\n",
     "f 3 3/0/0, g 4 2/0/0"},
    {"ocaml",
     "let f x = if x && a then 1 else if not x then 2 else 3\n"
     "let g x = match x with Some y -> List.iter (fun x -> if x || y then ()) | _ -> "
     "failwith y\n",
     "f 4 2/0/0, g 5 2/0/1"},
    {"ocaml",
     "let f n = for i = 0 to n do while true do try g n with A -> () | B -> () done done\n",
     "f 9 2/2/0"},
    {"elisp",
     "(defun f (x)\n"
     "  (if (and x y) a b c)\n"
     "  (when x (unless y z))\n"
     "  (cond ((> x 1) a) (t b))\n"
     "  (while x (setq x 1))\n"
     "  (dolist (a b) c)\n"
     "  (condition-case err (foo) (error bar))\n"
     "  (let ((a (lambda (x) (if x 1))))\n"
     "    (mapcar #'f a))\n"
     "  (pcase x (1 2) (_ 3)) (or a b) (ignore-errors (x)))\n",
     "f 14 6/2/0"},
    {"commonlisp",
     "(defun f (x)\n"
     "  (if (and x y) a b)\n"
     "  (when x (unless y z))\n"
     "  (cond ((> x 1) a) (t b))\n"
     "  (dolist (a b) c) (loop for i in x do (print i))\n"
     "  (case x (1 2) (otherwise 3)) (handler-case (foo) (error (e) bar)) (or a b) "
     "(lambda (x) (if x 1)))\n",
     "f 14 6/2/1"},
    {"gdscript",
     "func f(x):\n"
     "	if x and y:\n"
     "		return 1\n"
     "	elif z:\n"
     "		pass\n"
     "	else:\n"
     "		pass\n"
     "	for i in x:\n"
     "		while y:\n"
     "			break\n"
     "	match x:\n"
     "		1: pass\n"
     "		_: pass\n"
     "	var l = func(a): return a if b else c\n"
     "	return 1\n",
     "f 10 3/2/2, l 1 1/0/1"},
    {"solidity",
     "contract A { function f(uint x) public returns (uint) { if (x > 1 && y) { "
     "return 1; } else if (z) { revert(\"a\"); } else { }\n"
     " for (uint i = 0; i < 1; i++) { while (x) { } } do { } while (y);\n"
     " try o.f() { } catch Error(string memory s) { } catch { }\n"
     " require(x); return x ? 1 : 2; } }\n",
     "f 11 5/3/3"},
    {"zig",
     "fn f(x: i32) !i32 { if (x > 1 and y) { return 1; } else if (z) { } else { }\n"
     " outer: for (xs) |k| { while (y) : (i += 1) { break :outer; } }\n"
     " const v = switch (x) { 1 => 2, else => 3 };\n"
     " const a = g() catch unreachable; const b = g() catch |e| { return e; }; const "
     "c = o orelse 1; const d = o.?;\n"
     " const q = if (x) 1 else 2; return try g(); }\n",
     "f 12 5/2/3"},
    {"elm",
     "f x = if x > 1 && y then 1 else if z then 2 else 3\n"
     "\n"
     "g x = case x of\n"
     "    1 -> 2\n"
     "    _ -> List.map (\\y -> if y then 1 else 2) x\n",
     "f 4 1/0/0, g 5 2/0/0"},
    {"powershell",
     "function F($x) {\n"
     "  if ($x -and $y) { return 1 } elseif ($z) { } else { }\n"
     "  foreach ($i in $x) { while ($y) { break } }\n"
     "  for ($i = 0; $i -lt 1; $i++) { }\n"
     "  do { } while ($x)\n"
     "  switch ($x) { 1 { 2 } }\n"
     "  try { throw \"x\" } catch { }\n"
     "  $x | ForEach-Object { if ($_) { } }\n"
     "}\n",
     "F 13 4/4/2"},
    {"groovy",
     "class A {\n int f(int x) {\n  for (i in x) { while (y) { if (a && b) { c() } } }\n"
     "  return q ? 1 : 2\n }\n}\n",
     "f 8 2/2/1"},
    {"starlark",
     "def f(x):\n"
     "  for y in x:\n"
     "    if y and z:\n"
     "      return y if a else b\n",
     "f 7 2/1/1"},
};

TEST(languages_of_other_families)
{
    for (size_t i = 0; i < COUNT(families); i++)
        EXPECT_STR(flow(families[i][0], families[i][1]), families[i][2]);
}

TEST(the_definition_in_c)
{
    EXPECT_STR(flow("c", "int primes(int max)\n"
                         "{\n"
                         "    int total = 0;\n"
                         "    for (int i = 1; i <= max; i++) {\n" /* 1 */
                         "        for (int j = 2; j < i; j++)\n"  /* 2 */
                         "            if (i % j == 0)\n"          /* 3 */
                         "                goto next;\n"           /* 1 */
                         "        total += i;\n"
                         "    next:;\n"
                         "    }\n"
                         "    return total;\n"
                         "}\n"
                         "const char *word(int n)\n"
                         "{\n"
                         "    switch (n) {\n" /* 1 */
                         "    case 1: return \"one\";\n"
                         "    case 2: return \"two\";\n"
                         "    default: return \"many\";\n"
                         "    }\n"
                         "}\n"),
               "primes 7 1/2/1, word 1 2/0/3");
    EXPECT_STR(flow("c", "void f() { if (a && b && c || d || e && f) ; }"), "f 4 1/0/0");
    EXPECT_STR(flow("c", "void f() { if (a && !(b && c)) ; }"), "f 3 1/0/0");
    EXPECT_STR(flow("c", "int f() { return ((a && b) && (c && d)) + g(a && b, c && d); }"),
               "f 3 0/0/1");
    EXPECT_STR(flow("c", "int f() { return a ? b : c ? d : e; }"), "f 3 2/0/1");
}

TEST(statements_without_braces)
{
    EXPECT_STR(flow("c", "void f() { for (;;) if (a) x; else y; if (b) z; }"), "f 5 2/1/0");
    EXPECT_STR(flow("c", "void f() { if (a) if (b) x; else y; else z; }"), "f 5 2/0/0");
    EXPECT_STR(flow("c", "void f() { if (a) x; else if (b) y; else if (c) { if (d) z; } else w; }"),
               "f 6 4/0/0");
    EXPECT_STR(flow("c", "void f() { do if (a) x; while (b); while (c) ; }"), "f 4 1/2/0");
    EXPECT_STR(flow("c", "void f() { do { x; } while (a && b); if (c) y; }"), "f 3 1/1/0");
    EXPECT_STR(flow("c", "T f() { if (a) return (T){1, 2}; else { if (b) x; } return (T){0}; }"),
               "f 4 2/0/2");
    EXPECT_STR(flow("c", "void f() { int a[] = {b ? 1 : 2, {3}}; if (c) a = {1}; else d; }"),
               "f 3 2/0/0");
}

TEST(macros_and_conditions_of_the_preprocessor)
{
    EXPECT_STR(flow("c", "void f() { list_for_each_entry(pos, head, member) { if (pos) x; } }"),
               "f 3 1/1/0");
    EXPECT_STR(flow("c", "#if A\nint f() { if (a) return 1; return 2; }\n"
                         "#else\nint f() { while (b) x; return 1; }\n#endif\n"),
               "f 1 1/0/2, f 1 0/1/1");
    EXPECT_STR(flow("c", "int f(void) {\n#ifdef A\n if (a) {\n#else\n if (b) {\n#endif\n x; }\n"
                         " return 1; }\nint g(void) { return a || b; }\n"),
               "f 1 1/0/1, g 1 0/0/1");
}

TEST(cpp_lambdas_and_methods)
{
    EXPECT_STR(flow("cpp", "void f() { std::sort(a, b, [&](int x, int y) { return x < y && z; });\n"
                           "  auto g = [](int x) { if (x) return 1; return 2; };\n"
                           "  for (auto &&e : list) if (e) throw E{1}; }"),
               "f 6 1/1/2, g 1 1/0/2");
    EXPECT_STR(flow("cpp",
                    "struct A { int f() const { try { x(); } catch (const E &e) { return 1; }\n"
                    "  return y ? 1 : 2; } A() : b(1) { while (c) {} } };"),
               "f 2 2/0/2, A 1 0/1/0");
    EXPECT_STR(
        flow("objc", "@implementation A\n- (void)f { [a each:^(id x) { if (x) y(); }]; }\n@end"),
        "f 2 1/0/0");
}
