/* What functions assign beyond their own variables, and errors that they drop. */
#include "test.h"

#include "base/buf.h"
#include "lang/lang.h"
#include "lang/walk/flow.h"

static Outline outline_of(const char *language, const char *text)
{
    Outline outline;
    OutlineOptions options = {.want_references = true, .no_ctags = true};
    lang_outline(test_arena(), test_scratch(), lang_find(str_from(language)), str_from(text),
                 &options, &outline);
    EXPECT(!outline.degraded);
    for (size_t i = 0; i < outline.references.len; i++)
        EXPECT(outline.references.ptr[i].kind != REFERENCE_WRITE);
    return outline;
}

/* Of the last function. */
static Str writes(const char *language, const char *text)
{
    Outline outline = outline_of(language, text);
    Str found = {0};
    for (size_t i = 0; i < outline.symbols.len; i++)
        if (flow_holds_code(outline.symbols.ptr[i].kind) && outline.symbols.ptr[i].body)
            found = symbol_code(&outline.symbols.ptr[i])->writes;
    return found;
}

static unsigned unguarded(const char *language, const char *text)
{
    Outline outline = outline_of(language, text);
    unsigned count = 0;
    for (size_t i = 0; i < outline.symbols.len; i++)
        count += symbol_code(&outline.symbols.ptr[i])->unguarded;
    return count;
}

TEST(state_in_c)
{
    EXPECT_STR(writes("c", "int total; struct S s; void f(struct T *p, struct T v) {\n"
                           "  int i = 0, a[3]; struct T x;\n"
                           "  total = 1; p->n += 2; p->list[i].next = 0; s.count++; --p->left;\n"
                           "  i = 2; a[1] = 3; x.n = 1; v.n = 4; *p = x; if (total == 3) i++;\n"
                           "  for (i = 0; i < 3; i++) p->n = 1;\n"
                           "}"),
               "total p.n p.list[].next s.count p.left");
    EXPECT_STR(writes("c", "static int n[4]; void f(int i) { n[i] |= 1; int n2 = n[0] <= 3; }"),
               "n[]");
    EXPECT_STR(writes("cpp", "class A { int n; void f(A &o) { this->n = 1; n = 2; o.n = 3; } };"),
               "this.n n");
}

TEST(state_in_scripts)
{
    EXPECT_STR(writes("python", "n = 0\nd = {}\ndef f(self, o):\n    global n\n    n += 1\n"
                                "    x = 2\n    self.a = 1\n    self.b.c += 2\n    o.d, y = 1, 2\n"
                                "    self.e[3] = 1\n    del self.a\n"),
               "n self.a self.b.c o.d self.e[]");
    EXPECT_STR(writes("javascript", "let n = 0, m = 0; function f(o) { let m = 1; n = 2; m = 3;"
                                    " n++; o.x = 1; this.y[3] += 2; delete o.z; }"),
               "n o.x this.y[]");
    EXPECT_STR(writes("typescript", "class A { n = 0; f(): void { this.n++; } }"), "this.n");
}

TEST(state_in_compiled_languages)
{
    EXPECT_STR(writes("go", "package a\nvar n int\nfunc (s *S) f(o *T) {\n\tx := 1\n\tx = 2\n"
                            "\tn = 3\n\ts.count++\n\ts.list[x], o.y = 1, 2\n}\n"),
               "n s.count s.list[] o.y");
    EXPECT_STR(writes("java", "class A { int n; static int m; void f(B b) { int m = 0; n = 1; "
                              "m++; this.k = 2; b.x[3] = 4; } }"),
               "n this.k b.x[]");
    EXPECT_STR(writes("rust", "fn f(&mut self, o: &mut T) { let mut x = 1; x = 2; self.n += 1; "
                              "o.list[x] = 2; }"),
               "self.n o.list[]");
}

TEST(errors_dropped_in_c)
{
    EXPECT_INT(unguarded("c", "void f() { char *p = malloc(3); p[0] = 1; }"), 1);
    EXPECT_INT(unguarded("c", "void f() { char *p; p = (char *)malloc(3); memset(p, 0, 3); }"), 1);
    EXPECT_INT(unguarded("c", "void f() { struct S *p = calloc(1, 3); p->n = 1; }"), 1);
    EXPECT_INT(unguarded("c", "void f() { char *p = malloc(3); if (!p) return; p[0] = 1; }"), 0);
    EXPECT_INT(unguarded("c", "void f() { char *p = malloc(3); check(p); p[0] = 1; }"), 0);
    EXPECT_INT(unguarded("c", "char *f() { char *p = malloc(3); return p; }"), 0);
    EXPECT_INT(unguarded("c", "void f() { s->p = malloc(3); s->p[0] = 1; }"), 0);
    EXPECT_INT(unguarded("c", "void f() { char *p; if (!(p = malloc(3))) return; p[0] = 1; }"), 0);
    EXPECT_INT(unguarded("c", "void f() { write(1, \"a\", 1); (void)write(1, \"a\", 1); }"), 1);
    EXPECT_INT(unguarded("c", "int f() { int n = write(1, \"a\", 1); o->read(3); return n; }"), 0);
    EXPECT_INT(unguarded("cpp", "void f() { try { g(); } catch (...) {} }"), 1);
    EXPECT_INT(unguarded("cpp", "void f() { try { g(); } catch (...) { h(); } }"), 0);
}

TEST(errors_dropped_elsewhere)
{
    EXPECT_INT(unguarded("python", "def f():\n  try:\n    g()\n  except:\n    h()\n"), 1);
    EXPECT_INT(unguarded("python", "def f():\n  try:\n    g()\n  except E:\n    pass\n"), 1);
    EXPECT_INT(unguarded("python", "def f():\n  try:\n    g()\n  except E as e:\n    h(e)\n"), 0);
    EXPECT_INT(unguarded("go", "package a\nfunc f() {\n\tx, _ := g()\n\t_ = h(x)\n}\n"), 2);
    EXPECT_INT(unguarded("go", "package a\nfunc f() {\n\tx, err := g()\n\tif err != nil {\n\t}\n"
                               "\tv, _ := m[x]\n\tfor _, y := range v {\n\t\tk(y)\n\t}\n}\n"),
               1);
    EXPECT_INT(unguarded("rust", "fn f() { g().unwrap(); h().expect(\"x\"); let _ = k(); l()?; }"),
               3);
    EXPECT_INT(unguarded("java", "class A { void f() { try { g(); } catch (E e) { } } }"), 1);
    EXPECT_INT(unguarded("java", "class A { void f() { try { g(); } catch (E e) { // no\n } } }"),
               1);
    EXPECT_INT(unguarded("java", "class A { void f() { try { g(); } catch (E e) { h(); } } }"), 0);
    EXPECT_INT(unguarded("javascript", "function f() { try { g() } catch { } p.catch(() => {}) }"),
               2);
    EXPECT_INT(unguarded("typescript", "function f() { try { g() } catch (e) { h(e) } }"), 0);
    EXPECT_INT(unguarded("c_sharp", "class A { void F() { try { G(); } catch (E) { } } }"), 1);
    EXPECT_INT(unguarded("php", "<?php function f() { try { g(); } catch (E $e) { } }"), 1);
    EXPECT_INT(unguarded("kotlin", "fun f() { try { g() } catch (e: E) { } }"), 1);
    EXPECT_INT(unguarded("ruby", "def f\n  g\nrescue E\nend\n"), 1);
}

TEST(errors_assumed_away_elsewhere)
{
    static const struct {
        const char *language, *text;
        unsigned count;
    } cases[] = {
        {"rust", "fn f() { unsafe { g() } }", 1},
        {"kotlin", "fun f() { val a = x!!.y; val b = x?.y }", 1},
        {"swift", "func f() { let a = x!.y; let b = try! g(); let c = x as! Y; let d = x?.y }", 3},
        {"swift", "func f() { do { try g() } catch { } }", 1},
        {"swift", "func f() { do { try g() } catch { h() } }", 0},
        {"typescript", "function f() { return x!.y && !x }", 1},
        {"php", "<?php function f() { return @g(); }", 1},
        {"ruby", "def f\n x rescue nil\nend\n", 1},
        {"ruby", "def f\n x rescue y\nend\n", 0},
        {"dart", "int f() { try { g(); } catch (e) { } return x!; }", 2},
        {"dart", "int f() { try { g(); } catch (e) { h(); } return !x; }", 0},
        {"julia", "function f()\n try\n g()\n catch\n end\nend\n", 1},
        {"julia", "function f()\n try\n g()\n catch\n h()\n end\nend\n", 0},
        {"lua", "function f() pcall(g) local ok = pcall(g) return ok end", 1},
        {"r", "f <- function() { try(g(), silent = TRUE) }", 1},
        {"scala", "object O { def f() = { try { g } catch { case _: E => } } }", 1},
        {"scala", "object O { def f() = { try { g } catch { case _: E => h } } }", 0},
        {"bash", "f() {\n  g || true\n  g || :\n  g || h\n}\n", 2},
        {"haskell", "f x = fromJust (g x)\n", 1},
        {"ocaml", "let f x = try g x with _ -> ()\n", 1},
        {"ocaml", "let f x = try g x with Not_found -> h x\n", 0},
        {"elisp", "(defun f (x) (ignore-errors (g x)))", 1},
        {"zig", "fn f() void { g() catch unreachable; h() catch |e| { k(e); }; }", 1},
        {"powershell", "function F { try { g } catch { } }", 1},
        {"solidity", "contract A { function f() public { try o.g() { } catch { } } }", 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_INT(unguarded(cases[i].language, cases[i].text), cases[i].count);
}
