#include "scan_case.h"

#include "lang/recover.h"

static LostSpanVec spans(Str text, const char *from, const char *to)
{
    LostSpanVec lost = {0};
    recover_note(test_arena(), &lost, (uint32_t)str_find(text, str_from(from)),
                 (uint32_t)(str_find(text, str_from(to)) + strlen(to)));
    return lost;
}

static Str recovered(const char *language, const char *text, const char *from, const char *to)
{
    Outline outline = scan_outline(language, str_from(text), false);
    LostSpanVec lost = spans(str_from(text), from, to);
    OutlineOptions options = {0};
    recover_lost(test_arena(), test_scratch(), str_from(text), &options, &lost, &outline);
    EXPECT(!outline_invalid(&outline, str_from(text)));
    Buf buf = buf_open(test_arena(), 0);
    for (size_t i = 0; i < outline.symbols.len; i++) {
        const Symbol *symbol = &outline.symbols.ptr[i];
        buf_put_repeat(&buf, STR("  "), symbol->depth);
        buf_printf(&buf, "%.*s [%u-%u]\n", STR_ARG(symbol->name), symbol->start_line,
                   symbol->end_line);
    }
    return buf_str(&buf);
}

/* Comments stand for what a parser did not understand: nothing is found in them at first. */
TEST(declarations_in_lost_spans_are_found)
{
    EXPECT_STR(recovered("javascript",
                         "function a() {}\n/*\nfunction b() {\n  c\n}\n*/\nfunction d() {}\n", "/*",
                         "*/"),
               "a [1-1]\nb [3-5]\nd [7-7]\n");
}

TEST(only_there)
{
    EXPECT_STR(
        recovered("javascript", "/*\nfunction a() {\n*/\n/*\nfunction b() {\n*/\n", "b() {", "{"),
        "");
    EXPECT_STR(recovered("javascript", "function a() {}\n", "function", "}"), "a [1-1]\n");
}

TEST(a_word_must_be_one_of_the_grammar)
{
    EXPECT_STR(recovered("javascript", "/*\nsub a {\n}\nfunction b() {\n}\n*/\n", "/*", "*/"),
               "b [4-5]\n");
}

TEST(they_nest_with_what_is_known)
{
    EXPECT_STR(recovered("javascript",
                         "class A {\n  m() {}\n  /*\n  function b() {\n  }\n  */\n  n() {}\n}\n",
                         "/*", "*/"),
               "A [1-8]\n  m [2-2]\n  b [4-5]\n  n [7-7]\n");
    EXPECT_STR(recovered("python", "'''\nclass A:\n  pass\n'''\ndef f():\n  pass\n", "'''\nclass",
                         "pass\n'"),
               "A [2-3]\nf [5-6]\n");
}

TEST(references_keep_their_symbols)
{
    const char *text = "/*\nfunction a() {\n}\n*/\nfunction b() { c(); }\n";
    OutlineOptions options = {.want_references = true};
    Outline outline;
    lang_outline(test_arena(), test_scratch(), lang_find(STR("javascript")), str_from(text),
                 &options, &outline);
    LostSpanVec lost = spans(str_from(text), "/*", "*/");
    recover_lost(test_arena(), test_scratch(), str_from(text), &options, &lost, &outline);
    EXPECT(outline.symbols.len == 2 && outline.references.len == 1);
    EXPECT_STR(outline.symbols.ptr[outline.references.ptr[0].symbol - 1].name, "b");
}

TEST(a_parser_s_stumble_costs_no_function)
{
    const char *text = "sub a {\n  my $x = \"$n->\" . '$';\n  return \"[$x]\";\n}\n\n"
                       "sub b {\n  1;\n}\n\nsub c { 2 }\n";
    Outline outline = scan_outline("perl", str_from(text), false);
    EXPECT(outline.degraded);
    bool found = false;
    for (size_t i = 0; i < outline.symbols.len; i++)
        found |= str_equal(outline.symbols.ptr[i].name, STR("b"));
    EXPECT(found);
}

/* `m$…$` is read as a text that never ends: nothing is a tree, and what follows is no token. */
TEST(a_file_that_is_no_tree_is_read_by_its_lines)
{
    const char *text = "sub a {\n  1;\n}\n\nsub b {\n  my @c = $d =~ m$[A-Z\\\"]*\\s$g;\n}\n\n"
                       "sub e {\n  \"sub f {\";\n}\n\nsub g {\n  my %h = ('a' => 1);\n}\n";
    Outline outline = scan_outline("perl", str_from(text), false);
    Buf names = buf_open(test_arena(), 0);
    EXPECT(outline.degraded);
    for (size_t i = 0; i < outline.symbols.len; i++)
        buf_put(&names, str_format(test_arena(), "%.*s ", STR_ARG(outline.symbols.ptr[i].name)));
    EXPECT_STR(buf_str(&names), "a b e g ");
}

TEST(a_function_without_a_name_is_none)
{
    const char *text = "a <-\nfunction()\n{\n  1\n}\nb) <- 2\n";
    Outline outline = scan_outline("r", str_from(text), false);
    EXPECT(outline.degraded);
    for (size_t i = 0; i < outline.symbols.len; i++)
        EXPECT(!str_equal(outline.symbols.ptr[i].name, STR("function")));
}
