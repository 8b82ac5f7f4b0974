/* The output of a failed command, cut. */
#include "test.h"

#include "base/buf.h"
#include "edit/run_output.h"

static Str cut(const char *output)
{
    return run_output_cut(test_arena(), str_from(output), 200);
}

static Str many(const char *line, size_t count)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < count; i++)
        buf_printf(&out, "%s %zu\n", line, i);
    return buf_str(&out);
}

TEST(short_output_stays)
{
    EXPECT_STR(cut(""), "");
    EXPECT_STR(cut("a\nb"), "a\nb\n");
    EXPECT_STR(cut("\x1b[31mred\x1b[0m\n\x1b]0;title\aend\n"), "red\nend\n");
    EXPECT_STR(cut("10%\r20%\rdone\n"), "done\n");
    EXPECT_STR(cut("same\nsame\nsame\nx\n"), "same\n… the same line 3 times\nx\n");
}

TEST(failures_and_the_end_stay)
{
    Str before = many("fine", 100), after = many("also fine", 100);
    Str output =
        str_format(test_arena(), "%.*serror: the cause\n%.*s", STR_ARG(before), STR_ARG(after));
    Str shown = run_output_cut(test_arena(), output, 400);
    EXPECT(str_find(shown, STR("fine 99\nerror: the cause\nalso fine 0\n")) != STR_NONE);
    EXPECT(str_starts(shown, STR("… 98 lines left out\n")));
    EXPECT(str_ends(shown, STR("also fine 99\n")));
    EXPECT(shown.len < 500);
}

TEST(names_of_passed_tests_are_no_failures)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < 100; i++)
        buf_printf(&out, "test_error_%zu ... ok\n", i);
    Str shown = run_output_cut(test_arena(), buf_str(&out), 100);
    EXPECT(str_starts(shown, STR("… 9")));
}

TEST(any_bytes)
{
    static const char *const texts[] = {"\x1b", "\x1b[", "\x1b]", "\r", "\r\r\n", "\xff\xfe\n"};
    for (size_t i = 0; i < COUNT(texts); i++)
        EXPECT(cut(texts[i]).len <= 4);
    Str long_line = many("x", 1);
    for (size_t i = 0; i < 12; i++)
        long_line = str_join(test_arena(), long_line, long_line);
    EXPECT(run_output_cut(test_arena(), long_line, 100).len < 300);
}
