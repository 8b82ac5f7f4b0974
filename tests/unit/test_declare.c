/* Texts of declarations: what is documentation and what a signature shows. */
#include "scan_case.h"

#include "lang/walk/declare.h"

/* The documentation of the only, or the last, symbol of a text. */
static Str last_doc(const char *language, const char *text)
{
    Outline outline = scan_outline(language, str_from(text), false);
    EXPECT(outline.symbols.len > 0);
    return outline.symbols.len ? symbol_doc(&outline.symbols.ptr[outline.symbols.len - 1])
                               : (Str){0};
}

TEST(docstrings_lose_quotes_and_prefix)
{
    static const struct {
        const char *text, *doc;
    } cases[] = {
        {"def f():\n    \"\"\"Plain doc. More.\"\"\"\n", "Plain doc."},
        {"def f():\n    r\"\"\"Raw doc. More.\"\"\"\n", "Raw doc."},
        {"def f():\n    R'''Raw doc.'''\n", "Raw doc."},
        {"def f():\n    u'''\n    A doc of\n    two lines. More.\n    '''\n",
         "A doc of two lines."},
        {"class C:\n    U\"One line\"\n", "One line"},
        {"def f():\n    'One line'\n", "One line"},
        {"def f():\n    \"\"\"\"Quoted\" start.\"\"\"\n", "\"Quoted\" start."},
        {"def f():\n    \"\"\"\"\"\"\n", ""},
        {"def f():\n    ''\n", ""},
        {"def f():\n    f\"\"\"No {x} doc.\"\"\"\n", ""},
        {"def f():\n    b'no doc'\n", ""},
        {"def f():\n    rb'no doc'\n", ""},
        {"# A comment.\ndef f():\n    f'no {x} doc'\n", "A comment."},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(last_doc("python", cases[i].text), cases[i].doc);
    EXPECT_STR(last_doc("elisp", "(defvar x 1 \"The doc.\")\n"), "The doc.");
}

TEST(directives_are_no_documentation)
{
    static const struct {
        const char *text, *doc;
    } cases[] = {
        {"//go:noinline\nfunc G() {}\n", ""},
        {"// G does. More.\n//\n//go:noinline\nfunc G() {}\n", "G does."},
        {"//go:generate x\n// G does\n//nolint\n// more.\nfunc G() {}\n", "G does more."},
        {"//export G\nfunc G() {}\n", ""},
        {"//nolint:errcheck // why\nfunc G() {}\n", ""},
        {"//line a.go:1\nfunc G() {}\n", ""},
        {"//extern c_g\nfunc G()\n", ""},
        {"//exported G\nfunc G() {}\n", "exported G"},
        {"//G: the letter\nfunc G() {}\n", "G: the letter"},
        {"//see: the letter\nfunc G() {}\n", "see: the letter"},
        {"//http://x.y is it\nfunc G() {}\n", "http://x.y is it"},
        {"// go:noinline is not here\nfunc G() {}\n", "go:noinline is not here"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(last_doc("go", cases[i].text), cases[i].doc);
}

TEST(an_apostrophe_in_a_name_opens_nothing)
{
    static const struct {
        const char *language, *text, *signature;
    } cases[] = {
        {"haskell", "notes'     :: Table'   -> b'\n", "notes' :: Table' -> b'"},
        {"haskell", "f'a''  ::  A'  ->  'B'  ' '\n", "f'a'' :: A' -> 'B' ' '"},
        {"rust", "fn  f<'a,   'b>(c: &'a  u8)", "fn f<'a, 'b>(c: &'a u8)"},
        {"rust", "fn  f() -> [u8; b' '  as  usize]", "fn f() -> [u8; b' ' as usize]"},
        {"python", "def f(a=b'1  2',  b='3  4')", "def f(a=b'1  2', b='3  4')"},
        {"cpp", "int  a[1'000'000]  [2'000]", "int a[1'000'000] [2'000]"},
        {"text", "a'  b'  'c  d'", "a' b' 'c  d'"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(declare_signature(test_arena(), lang_find(str_from(cases[i].language)),
                                     str_from(cases[i].text)),
                   cases[i].signature);
}
