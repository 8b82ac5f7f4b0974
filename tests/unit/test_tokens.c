#include "test.h"

#include "base/buf.h"
#include "lang/lexical/code_tokens.h"
#include "lang/registry.h"

static TokenVec tokens_of(const char *language, Str text)
{
    TokenVec tokens;
    code_tokens_read(test_arena(), lang_find(str_from(language)), text, &tokens);
    uint32_t before = 0;
    for (size_t i = 0; i < tokens.len; i++) {
        EXPECT(tokens.ptr[i].start >= before && tokens.ptr[i].start <= tokens.ptr[i].end);
        EXPECT(tokens.ptr[i].end <= text.len);
        before = tokens.ptr[i].start;
    }
    return tokens;
}

/* Each token's text, comments in parentheses, levels of indentation as numbers. */
static Str listed(const char *language, const char *text)
{
    Str whole = str_from(text);
    TokenVec tokens = tokens_of(language, whole);
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < tokens.len; i++) {
        const Token *token = &tokens.ptr[i];
        Str piece = str_slice(whole, token->start, token->end);
        if (i)
            buf_put_byte(&out, ' ');
        if (token->kind == TOKEN_INDENT)
            buf_printf(&out, "%u", token->hash);
        else
            buf_printf(&out, token->kind == TOKEN_COMMENT ? "(%.*s)" : "%.*s", STR_ARG(piece));
    }
    return buf_str(&out);
}

/* Whether nobody who means something by them tells the texts apart. */
static bool same(const char *language, const char *a, const char *b)
{
    TokenVec old = tokens_of(language, str_from(a)), new = tokens_of(language, str_from(b));
    if (old.len != new.len)
        return false;
    for (size_t i = 0; i < old.len; i++)
        if (old.ptr[i].hash != new.ptr[i].hash || old.ptr[i].kind != new.ptr[i].kind)
            return false;
    return true;
}

/* With the line ends of Windows. */
static bool same_with_returns(const char *language, const char *text)
{
    Buf other = buf_open(test_arena(), 0);
    for (const char *at = text; *at; at++) {
        if (*at == '\n')
            buf_put_byte(&other, '\r');
        buf_put_byte(&other, *at);
    }
    buf_put_byte(&other, '\0');
    return same(language, text, other.ptr);
}

TEST(tokens_kinds)
{
    EXPECT_STR(listed("c", "int a = f(\"x\", 0x1F); // why so\n"),
               "int a = f ( \"x\" , 0x1F ) ; (why) (so)");
    EXPECT_STR(listed("c", "a++ - --b;"), "a ++ - -- b ;");
    EXPECT_STR(listed("python", "if a:\n    b\n\n  # c\n    d\ne\n"), "1 if a : 2 b (c) 2 d 1 e");
}

TEST(tokens_white_space)
{
    EXPECT(same("c", "int f(void) { return 1; }", "int f(void)\n{\n\treturn 1;\n}\n"));
    EXPECT(!same("c", "a + +b", "a ++b"));
    EXPECT(!same("c", "int x", "intx"));
    EXPECT(same("c", "#define A \\\n  1\n", "#define A 1\n"));
    EXPECT(same("javascript", "f(a,\n  b)", "f(a, b)"));
}

TEST(tokens_comments)
{
    EXPECT(same("c", "/* one two\n * three */ int a;", "// one\n// two three\nint a;"));
    EXPECT(!same("c", "/* one */ int a;", "/* two */ int a;"));
    EXPECT(same("python", "# one\n# two\na\n", "#one two\na\n"));
    EXPECT(!same("c", "int a; // b", "int a, b;"));
    EXPECT_STR(listed("lua", "--[[ a\nb ]] c -- d\n"), "([[) (a) (b) (]]) c (d)");
    EXPECT_STR(listed("perl", "a;\n=pod\n\ntext\n\n=cut\nb;\n"), "a ; (pod) (text) (cut) b ;");
}

TEST(tokens_trailing_commas)
{
    EXPECT(same("javascript", "[1, 2]", "[\n  1,\n  2,\n]"));
    EXPECT(same("go", "f(a, b)", "f(\n\ta,\n\tb,\n)"));
    EXPECT(same("rust", "struct A { a: u8, b: u8 }", "struct A {\n    a: u8,\n    b: u8,\n}"));
    EXPECT(same("python", "f(a)", "f(\n    a,\n)"));
    EXPECT(!same("python", "a = (1)", "a = (1,)"));
    EXPECT(same("python", "a = (1, 2)", "a = (1, 2,)"));
}

TEST(tokens_semicolons)
{
    EXPECT(same("javascript", "a()\nb()\n", "a();\nb();\n"));
    EXPECT(same("javascript", "x => { a() }", "x => { a(); }"));
    EXPECT(!same("c", "a()\nb();", "a();\nb();"));
    EXPECT(!same("javascript", "for (;;) a()", "for () a()"));
}

TEST(tokens_strings)
{
    EXPECT(same("c", "f(\"one \" \"two\")", "f(\"one two\")"));
    EXPECT(!same("c", "f(\"one\", \"two\")", "f(\"onetwo\")"));
    EXPECT(same("python", "a = 'b'\n", "a = \"b\"\n"));
    EXPECT(!same("python", "a = 'b\"'\n", "a = \"b\"\n"));
    EXPECT(same("javascript", "a('b')", "a(\"b\")"));
    EXPECT(!same("javascript", "a(`b`)", "a(`b `)"));
    EXPECT(!same("c", "a = 'b';", "a = \"b\";"));
    EXPECT(!same("python", "a = 'b'\n", "a = b\n"));
    EXPECT(!same("c", "f(\"a  b\");", "f(\"a b\");"));
}

TEST(tokens_raw_strings)
{
    EXPECT_STR(listed("cpp", "f(R\"x(a \" )\" b)x\", 1);"), "f ( R \"x(a \" )\" b)x\" , 1 ) ;");
    EXPECT_STR(listed("rust", "f(r#\"a \" b\"#, 1);"), "f ( r # \"a \" b\"# , 1 ) ;");
    EXPECT_STR(listed("scala", "a(s\"\"\"b \"c\"\"\"\", d)"), "a ( s \"\"\"b \"c\"\"\"\" , d )");
    EXPECT_STR(listed("lua", "a = [==[ b ]] ]==] .. c"), "a = [==[ b ]] ]==] . . c");
}

TEST(tokens_strings_of_lines)
{
    EXPECT(!same("go", "a := `b\n c  d` + e\n", "a := `b\n c d` + e\n"));
    EXPECT(!same("javascript", "a = `b\n c  d`", "a = `b\n c d`"));
    EXPECT(!same("python", "a = \"\"\"b\n c  d\"\"\"\n", "a = \"\"\"b\n c d\"\"\"\n"));
    EXPECT(!same("kotlin", "a = \"\"\"b\n c  d\"\"\"\n", "a = \"\"\"b\n c d\"\"\"\n"));
    EXPECT(!same("java", "a = \"\"\"\n c  d\"\"\";\n", "a = \"\"\"\n c d\"\"\";\n"));
    EXPECT(!same("c_sharp", "a = @\"b\n c  d\";\n", "a = @\"b\n c d\";\n"));
    EXPECT(!same("rust", "a = \"b\n c  d\";\n", "a = \"b\n c d\";\n"));
    EXPECT(!same("ruby", "a = \"b\n c  d\"\n", "a = \"b\n c d\"\n"));
    EXPECT(!same("php", "$a = 'b\n c  d';\n", "$a = 'b\n c d';\n"));
    EXPECT(!same("swift", "a = \"\"\"\n c  d\n\"\"\"\n", "a = \"\"\"\n c d\n\"\"\"\n"));
    EXPECT(!same("scala", "a = \"\"\"b\n c  d\"\"\"\n", "a = \"\"\"b\n c d\"\"\"\n"));
    EXPECT(!same("lua", "a = [[b\n c  d]]\n", "a = [[b\n c d]]\n"));
    EXPECT(!same("bash", "a='b\n c  d'\n", "a='b\n c d'\n"));
    EXPECT(!same("perl", "$a = 'b\n c  d';\n", "$a = 'b\n c d';\n"));
    EXPECT(!same("elixir", "a = \"\"\"\n c  d\n\"\"\"\n", "a = \"\"\"\n c d\n\"\"\"\n"));
    EXPECT(!same("sql", "select 'b\n c  d';\n", "select 'b\n c d';\n"));
    EXPECT(!same("dart", "a = '''b\n c  d''';\n", "a = '''b\n c d''';\n"));
    EXPECT(!same("julia", "a = \"\"\"b\n c  d\"\"\"\n", "a = \"\"\"b\n c d\"\"\"\n"));
    EXPECT(!same("toml", "a = \"\"\"b\n c  d\"\"\"\n", "a = \"\"\"b\n c d\"\"\"\n"));
}

TEST(tokens_here_documents)
{
    EXPECT_STR(listed("bash", "cat <<X\na \"b\nX\nd\n"), "cat < < X a \"b\nX d");
    EXPECT(!same("bash", "cat <<X\na\nX\n", "cat <<X\na b\nX\n"));
    EXPECT_STR(listed("ruby", "a <<~X\n  b\nX\nc\n"), "a < < ~ X   b\nX c");
}

TEST(tokens_formatters)
{
    EXPECT(same("javascript", "a(x => x)", "a((x) => x)"));
    EXPECT(!same("javascript", "a((x, y) => x)", "a(x, y => x)"));
    EXPECT(same("javascript", "a = (b)\nc()", "a = b;\nc();"));
    EXPECT(!same("javascript", "a = (b + c) * d", "a = b + c * d"));
    EXPECT(!same("javascript", "a => ({ b })", "a => { b }"));
    EXPECT(same("javascript", "a = 'it\\'s'", "a = \"it's\""));
    EXPECT(!same("javascript", "a = 'b\\n'", "a = 'b n'"));
    EXPECT(same("javascript", "a = { 'b': 1 }", "a = { b: 1 }"));
    EXPECT(!same("javascript", "a = { 'b c': 1 }", "a = { b: 1 }"));
    EXPECT(same("typescript", "type A = B | C", "type A =\n  | B\n  | C;"));
    EXPECT(!same("typescript", "a = b || c", "a = b | c"));
    EXPECT(same("python", "if (a and\n    b):\n    c\n", "if a and b:\n    c\n"));
    EXPECT(
        same("python", "if a and \\\n        b:\n    c\n", "if (\n    a\n    and b\n):\n    c\n"));
    EXPECT(!same("python", "a = (b, c)\n", "a = b\n"));
    EXPECT(!same("python", "a = not (b and c)\n", "a = not b and c\n"));
    EXPECT(!same("python", "a == (b and c)\n", "a == b and c\n"));
    EXPECT(same("python", "a = f('b' 'c')\n", "a = f(\"b\" \"c\")\n"));
    EXPECT(same("python", "a = ''\nb\n", "a = \"\"\nb\n"));
    EXPECT(same("python", "def a():\n  '''b\n  c'''\n", "def a():\n    \"\"\"b\n    c\"\"\"\n"));
    EXPECT(!same("python", "a = {'b': 1}\n", "a = {b: 1}\n"));
    EXPECT(same("yaml", "a:\n- b: 1\n  c: 2\n", "a:\n    - b: 1\n      c: 2\n"));
    EXPECT(!same("yaml", "a:\n  b:\n    c: 1\n", "a:\n  b:\n  c: 1\n"));
    EXPECT(same("yaml", "a: 'b'\n", "a: \"b\"\n"));
    EXPECT(same("typescript", "f({ a: b, c: d })", "f({ a: b; c: d })"));
    EXPECT(same("typescript", "type A<\n  B,\n  C,\n> = D", "type A<B, C> = D"));
    EXPECT(same("javascript", "a = .5 + 0XAB", "a = 0.5 + 0xab"));
    EXPECT(!same("javascript", "a = 0.5", "a = 5"));
    EXPECT(same("css", "a { b: #FFF; c: .5px }", "a {\n  b: #fff;\n  c: 0.5px;\n}"));
    EXPECT(same("markdown", "* a *b*\n* c\n", "- a _b_\n- c\n"));
    EXPECT(same("markdown", "~~~c\nint a;\n~~~\n", "```c\nint a;\n```\n"));
    EXPECT(!same("markdown", "# a\n", "## a\n"));
    EXPECT(same("css", "a { b: 'c'; }", "a {\n  b: \"c\";\n}"));
}

TEST(tokens_indentation)
{
    EXPECT(same("python", "if a:\n  b\nc\n", "if a:\n        b\nc\n"));
    EXPECT(!same("python", "if a:\n  b\nc\n", "if a:\n  b\n  c\n"));
    EXPECT(same("python", "f(a,\nb)\n", "f(a,\n      b)\n"));
    EXPECT(same("python", "a = 1 + \\\n  2\n", "a = 1 + 2\n"));
    EXPECT(same("python", "if a:\n\tb\n", "if a:\n    b\n"));
}

TEST(tokens_line_ends)
{
    EXPECT(same_with_returns("c", "int a; /* b\n c */\n#define X \\\n 1\n"));
    EXPECT(same_with_returns("go", "a := `\n\tb\n` + c\n"));
    EXPECT(same_with_returns("go", "t := g(`\n<p>{{.}}</p>`)\nh(t)\n"));
    EXPECT(same_with_returns("python", "a = \"\"\"\nb\n\"\"\"\nif c:\n    d\n"));
    EXPECT(same_with_returns("scala", "a(\"\nb)\nc\n"));
    EXPECT(!same_with_returns("bash", "cat <<X\na\nX\nb\n")); /* part of each word at an end */
    EXPECT(same_with_returns("ruby", "a <<X\nb\nX\nc\n"));
    EXPECT(same_with_returns("lua", "a = [[\nb\n]] -- c\n"));
    EXPECT(same_with_returns("perl", "a;\n\n=pod\n\nb\n\n=cut\n\nc;\n"));
    EXPECT(same_with_returns("javascript", "a = `\n${b}\n`\nc(); // d\n"));
}
