#include "test.h"

#include "terminal/markdown.h"
#include "terminal/terminal_diff.h"

static Str render(const char *text, size_t columns, bool styled)
{
    Buf out = buf_open(test_arena(), 0);
    Markdown *markdown = markdown_open(test_arena(), columns, styled);
    markdown_put(markdown, str_from(text), &out);
    markdown_end(markdown, &out);
    return buf_str(&out);
}

/* With styles as `<1;33>text<>`. */
static Str styled(const char *text)
{
    Buf out = buf_open(test_arena(), 0);
    Str rendered = render(text, 60, true);
    for (size_t i = 0; i < rendered.len; i++) {
        if (rendered.ptr[i] != '\033') {
            buf_put_byte(&out, rendered.ptr[i]);
            continue;
        }
        size_t end = i + str_find_byte(str_from_offset(rendered, i), 'm');
        Str parameters = str_slice(rendered, i + 3, end);
        buf_printf(&out, "<%.*s>", STR_ARG(str_from_offset(parameters, parameters.len ? 1 : 0)));
        i = end;
    }
    return buf_str(&out);
}

static Str plain(const char *text)
{
    return render(text, 60, false);
}

TEST(markdown_has_emphasis)
{
    EXPECT_STR(styled("a **b** c"), "a <1>b<> c\n");
    EXPECT_STR(styled("*a* _b_ ***c*** ~~d~~"), "<3>a<> <3>b<> <1;3>c<> <9>d<>\n");
    EXPECT_STR(styled("**a *b* c**"), "<1>a <1;3>b<1> c<>\n");
    EXPECT_STR(plain("**a** *b* ~~c~~"), "a b c\n");
}

/* What is no mark stays. */
TEST(markdown_keeps_what_is_no_mark)
{
    EXPECT_STR(styled("5 * 3 * 2, snake_case_name, a**b"), "5 * 3 * 2, snake_case_name, a**b\n");
    EXPECT_STR(styled("__init__.py and **kwargs"), "<1>init<>.py and **kwargs\n");
    EXPECT_STR(styled("\\*a\\* \\` \\n"), "*a* ` \\n\n");
    EXPECT_STR(styled("*a\n*b"), "*a\n*b\n");
    EXPECT_STR(styled("~ ~~ a[0] (b) ! !x <T> &x; a < b"), "~ ~~ a[0] (b) ! !x <T> &x; a < b\n");
}

TEST(markdown_has_code)
{
    EXPECT_STR(styled("`a*b*` and ``c`d``"), "<33>a*b*<> and <33>c`d<>\n");
    EXPECT_STR(plain("`a*b*` and ``c`d``"), "`a*b*` and ``c`d``\n");
    EXPECT_STR(styled("**a `b**` c**"), "<1>a <1;33>b**<1> c<>\n");
    EXPECT_STR(styled("`open"), "`open\n");
    EXPECT_STR(styled("`\xE2\x80\x8B`"), "<33><U+200B><>\n");
}

TEST(markdown_has_links)
{
    EXPECT_STR(styled("see [the **docs**](a/b_(c).md)!"), "see the <1>docs<> (<4>a/b_(c).md<>)!\n");
    EXPECT_STR(plain("[a](b) ![c](d) [e](e) <https://f> [g] [h](i"),
               "a (b) c (d) e https://f [g] [h](i\n");
}

TEST(markdown_has_headings)
{
    EXPECT_STR(styled("# A `b` ##"), "<1;4;36>A <1;4;33>b<>\n");
    EXPECT_STR(styled("### A"), "<1;36>A<>\n");
    EXPECT_STR(plain("## A b\n#x\n#"), "## A b\n#x\n#\n");
}

TEST(markdown_has_lists)
{
    EXPECT_STR(plain("- a\n  * b\n10. c\n- [x] d\n-e\n-\n1.f"),
               "• a\n  • b\n10. c\n• [x] d\n-e\n-\n1.f\n");
    EXPECT_STR(render("- one two three four\n   12. five six seven", 20, false),
               "• one two three four\n   12. five six\n       seven\n");
    EXPECT_STR(render("- one two three four five", 20, false), "• one two three four\n  five\n");
}

TEST(markdown_has_quotes_and_rules)
{
    EXPECT_STR(plain("> a\n>> b\n> - c\n>\n"), "│ a\n│ │ b\n│ • c\n│ \n");
    EXPECT_STR(render("> one two three four", 14, false), "│ one two\n│ three four\n");
    EXPECT_STR(render("---\n* * *\n--", 5, false), "─────\n─────\n--\n");
}

TEST(markdown_has_fences)
{
    EXPECT_STR(plain("```c\n*a*\n\tb\n# c\n``\n```\n*d*"),
               "```c\n*a*\n        b\n# c\n``\n```\nd\n");
    EXPECT_STR(plain("~~~~\n```\n~~~\n~~~~~\n*d*"), "~~~~\n```\n~~~\n~~~~~\nd\n");
    EXPECT_STR(plain("- x\n  ```sh\n  a\n    b\n  ```\n*d*"),
               "• x\n  ```sh\n  a\n    b\n  ```\nd\n");
    EXPECT_STR(styled("```c\na\n```"), "<2>── c ───────────────────────────────────<>\na\n"
                                       "<2>────────────────────────────────────────<>\n");
    EXPECT_STR(plain("```\nopen"), "```\nopen\n");
}

/* Code can be copied: the terminal wraps it, not we. */
TEST(markdown_does_not_wrap_code)
{
    EXPECT_STR(render("```\naaaaaaaaaaaaaaaaaaaaaaaa bbbb\n```\naaaa bbbb", 6, false),
               "```\naaaaaaaaaaaaaaaaaaaaaaaa bbbb\n```\naaaa bbbb\n");
}

TEST(markdown_has_tables)
{
    EXPECT_STR(plain("| a | bb |\n|--|--:|\n| `x|y` | 1 |\n| \\| | 22 | 3 |\n|\ntext"),
               "a     │ bb\n──────┼───\n`x|y` │  1\n|     │ 22\n      │   \ntext\n");
    EXPECT_STR(plain("| a |\ntext"), "| a |\ntext\n");
    EXPECT_STR(plain("| a |\n| b |\n|:-:|\n| ccc |\n"), "| a |\n b\n───\nccc\n");
    EXPECT_STR(render("| name | text |\n|---|---|\n| a | one two three four five |\n", 20, false),
               "name │ text\n─────┼──────────────\na    │ one two three\n     │ four five\n");
    EXPECT_STR(render("|aaaaaaaaaa|bbbbbbbbbb|\n|-|-|\n", 12, false),
               "|aaaaaaaaaa|bbbbbbbbbb|\n|-|-|\n");
}

TEST(markdown_wraps_wide_text)
{
    EXPECT_STR(render("日本語日本語日本語", 10, false), "日本語日本\n語日本語\n");
    EXPECT_STR(render("aaaaaaaaaaaaaaa b", 10, false), "aaaaaaaaaa\naaaaa b\n");
    EXPECT_STR(render("a\r\nb\r\n", 10, false), "a\nb\n");
}

TEST(markdown_previews_the_incomplete_line)
{
    Buf out = buf_open(test_arena(), 0);
    Markdown *markdown = markdown_open(test_arena(), 20, false);
    CellRows rows = {0};
    markdown_put(markdown, STR("done\n- one two three four fi"), &out);
    EXPECT_STR(buf_str(&out), "done\n");
    markdown_preview(markdown, test_arena(), &rows);
    EXPECT_INT(rows.len, 2);
    markdown_pass(markdown, 1, &out);
    EXPECT_STR(buf_str(&out), "done\n• one two three four\n");
    markdown_put(markdown, STR("ve six seven eight nine\nend"), &out);
    markdown_end(markdown, &out);
    EXPECT_STR(buf_str(&out), "done\n• one two three four\n  five six seven\n  eight nine\nend\n");
}

/* A line without end costs no more than its limit. */
TEST(markdown_bounds_a_line)
{
    Buf out = buf_open(test_arena(), 0), text = buf_open(test_arena(), 0);
    Markdown *markdown = markdown_open(test_arena(), 0, false);
    buf_put_repeat(&text, STR("0123456789abcdef"), MARKDOWN_LINE_BYTES_MAX / 16 * 3);
    buf_put_byte(&text, '\n');
    markdown_put(markdown, buf_str(&text), &out);
    EXPECT_INT(out.len, text.len + 2);
    markdown_put(markdown, STR("*a*\n"), &out);
    EXPECT(str_ends(buf_str(&out), STR("\na\n")));
}

/* Hostile lines take linear time. */
TEST(markdown_is_fast_on_hostile_lines)
{
    static const char *const repeated[] = {"*a", "**a ", "`", "` ``", "[",  "[a](",
                                           "<",  "_a",   "&", "| `",  "> ", "- "};
    for (size_t i = 0; i < COUNT(repeated); i++) {
        Arena scratch = test_scratch();
        Buf out = buf_open(&scratch, 0), text = buf_open(&scratch, 0);
        Markdown *markdown = markdown_open(&scratch, 80, true);
        Str piece = str_from(repeated[i]);
        buf_put_repeat(&text, piece, MARKDOWN_LINE_BYTES_MAX / piece.len - 1);
        buf_put(&text, STR("\n|-|\n|"));
        markdown_put(markdown, buf_str(&text), &out);
        markdown_end(markdown, &out);
        EXPECT(out.len > 0);
    }
}

static Str diff_of(const char *text, bool with_styles)
{
    Buf out = buf_open(test_arena(), 0);
    terminal_diff_write(test_scratch(), str_from(text), with_styles, &out);
    return buf_str(&out);
}

TEST(diff_is_coloured)
{
    EXPECT_STR(
        diff_of("--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@ f\n a\n-the old name\n+the new name\n", true),
        "\033[0;1m--- a/x\033[0m\n\033[0;1m+++ b/x\033[0m\n\033[0;36m@@ -1,2 +1,2 @@ f\033[0m\n"
        " a\n"
        "\033[0;31m-the \033[0;7;31mold\033[0;31m name\033[0m\n"
        "\033[0;32m+the \033[0;7;32mnew\033[0;32m name\033[0m\n");
    EXPECT_STR(diff_of("@@ -1 +1 @@\n-abc\n+xyz\n", true),
               "\033[0;36m@@ -1 +1 @@\033[0m\n\033[0;31m-abc\033[0m\n\033[0;32m+xyz\033[0m\n");
}

/* Within a hunk `--- x` is a removed line. */
TEST(diff_tells_heads_from_lines)
{
    EXPECT_STR(diff_of("@@ -1,2 +1 @@\n--- x\n-y\n+z\n", true),
               "\033[0;36m@@ -1,2 +1 @@\033[0m\n\033[0;31m--- x\033[0m\n\033[0;31m-y\033[0m\n"
               "\033[0;32m+z\033[0m\n");
    EXPECT_STR(diff_of("@@ -1 +1 @@\n-a\r\n+a\n", false), "@@ -1 +1 @@\n-a␍\n+a\n");
}
