#include "test.h"

#include "base/buf.h"
#include "view/diff_words.h"
#include "view/html.h"

/* The line with brackets around what is marked. */
static Str marked(Str line, const WordMarks *marks)
{
    Buf out = buf_open(test_arena(), 0);
    uint32_t at = 0;
    for (size_t i = 0; i < marks->count; i++) {
        buf_put(&out, str_slice(line, at, marks->spans[i].start));
        buf_put_byte(&out, '[');
        buf_put(&out, str_slice(line, marks->spans[i].start, marks->spans[i].end));
        buf_put_byte(&out, ']');
        at = marks->spans[i].end;
    }
    buf_put(&out, str_from_offset(line, at));
    return buf_str(&out);
}

/* Both lines, the one behind the other. */
static Str differ(Str old, Str new)
{
    WordMarks of_old, of_new;
    words_differ(test_scratch(), old, new, &of_old, &of_new);
    return str_format(test_arena(), "%.*s | %.*s", STR_ARG(marked(old, &of_old)),
                      STR_ARG(marked(new, &of_new)));
}

TEST(words_that_differ_are_marked)
{
    EXPECT_STR(differ(STR("f(a, b)"), STR("f(a, c)")), "f(a, [b]) | f(a, [c])");
    EXPECT_STR(differ(STR("f(a)"), STR("f(a, b)")), "f(a) | f(a[, b])");
    EXPECT_STR(differ(STR("same"), STR("same")), "same | same");
    EXPECT_STR(differ(STR(""), STR("x y z")), " | [x y z]");
    EXPECT_STR(differ(STR("größe = 1"), STR("größer = 1")), "[größe] = 1 | [größer] = 1");
}

TEST(another_indent_is_marked_where_nothing_else_is)
{
    EXPECT_STR(differ(STR("  x = 1"), STR("    x = 1")), "[  ]x = 1 | [    ]x = 1");
    EXPECT_STR(differ(STR("  x = 1"), STR("    x = 2")), "  x = [1] |     x = [2]");
}

static Str repeated(char byte, size_t times)
{
    Buf out = buf_open(test_arena(), 0);
    buf_put_repeat(&out, (Str){&byte, 1}, times);
    return buf_str(&out);
}

TEST(long_lines_are_compared_by_their_ends)
{
    WordMarks of_old, of_new;
    Str x = repeated('x', 500000), y = repeated('y', 500000), semicolons = repeated(';', 1000);
    Str old = str_format(test_arena(), "%.*s1%.*s", STR_ARG(x), STR_ARG(y));
    Str new = str_format(test_arena(), "%.*s22%.*s", STR_ARG(x), STR_ARG(y));
    words_differ(test_scratch(), old, new, &of_old, &of_new);
    EXPECT_INT(of_old.count, 1);
    EXPECT_INT(of_old.spans[0].start, 500000);
    EXPECT_INT(of_new.spans[0].end, 500002);
    old = str_join(test_arena(), semicolons, STR("a"));
    new = str_join(test_arena(), semicolons, STR("b"));
    words_differ(test_scratch(), old, new, &of_old, &of_new);
    EXPECT_INT(of_old.count, 1);
    EXPECT_INT(of_old.spans[0].start, 1000);
    Str odd = str_format(test_arena(), "%.*s\xc3\xa4", STR_ARG(semicolons));
    words_differ(test_scratch(), odd, str_format(test_arena(), "%.*s\xc3\xa5", STR_ARG(semicolons)),
                 &of_old, &of_new);
    EXPECT_INT(of_old.spans[0].start, 1000); /* no character is cut */
}

TEST(more_marks_than_there_is_room_for_are_one)
{
    WordMarks of_old, of_new;
    Buf old = buf_open(test_arena(), 0), new = buf_open(test_arena(), 0);
    for (int i = 0; i < 70; i++) {
        buf_printf(&old, "a%d,", i);
        buf_printf(&new, "b%d,", i);
    }
    words_differ(test_scratch(), buf_str(&old), buf_str(&new), &of_old, &of_new);
    EXPECT_INT(of_old.count, WORD_MARKS_MAX);
    EXPECT_INT(of_old.spans[WORD_MARKS_MAX - 1].end, old.len - 1);
}

static Str pairs_of(const Str *old, size_t old_count, const Str *new, size_t new_count)
{
    LinePairVec pairs;
    Buf out = buf_open(test_arena(), 0);
    words_pair_lines(test_arena(), test_scratch(), (LineList){old, old_count},
                     (LineList){new, new_count}, &pairs);
    for (size_t i = 0; i < pairs.len; i++)
        buf_printf(&out, "%u-%u ", pairs.ptr[i].old, pairs.ptr[i].new);
    return buf_str(&out);
}

TEST(lines_that_became_others_are_paired)
{
    const Str old[] = {STR("total = count(a)"), STR("return total"), STR("}")};
    const Str new[] = {STR("check(limit)"), STR("total = count(a, b)"), STR("return total + 1")};
    EXPECT_STR(pairs_of(old, 3, new, 3), "0-1 1-2 ");
    EXPECT_STR(pairs_of(old, 3, new, 0), "");
    Str many[2000];
    for (size_t i = 0; i < COUNT(many); i++)
        many[i] = STR("the same line");
    EXPECT(pairs_of(many, COUNT(many), many, COUNT(many)).len > 0);
}

static Str code_of(Str text)
{
    Buf out = buf_open(test_arena(), 0);
    html_put_code(&out, text);
    return buf_str(&out);
}

TEST(what_is_not_seen_is_written_out)
{
    EXPECT_STR(code_of(STR("a <b> & \"c\" 'd'\te")),
               "a &lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;\te");
    EXPECT_STR(code_of(STR("x\xe2\x80\xae\x01y\0z")), "x<s>U+202E</s><s>U+0001</s>y<s>U+0000</s>z");
    EXPECT_STR(code_of(STR("\xff\xc3")), "<s>\\xFF</s><s>\\xC3</s>");
    EXPECT_STR(code_of(STR("\xef\xbf\xbd")), "\xef\xbf\xbd");
    EXPECT_STR(html_anchor(test_arena(), STR("a/b.c::D<e> f%")), "a/b.c::D%3Ce%3E%20f%25");
}
