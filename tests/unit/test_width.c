#include "test.h"

#include "text/width.h"

TEST(width_counts_columns)
{
    EXPECT_INT(width_columns(STR("")), 0);
    EXPECT_INT(width_columns(STR("src/a.c")), 7);
    EXPECT_INT(width_columns(STR("größe")), 5);
    EXPECT_INT(width_columns(STR("gro\xcc\x88\xc3\x9f"
                                 "e")),
               5);
    EXPECT_INT(width_columns(STR("日本語.md")), 9);
    EXPECT_INT(width_columns(STR("\xf0\x9f\x98\x80")), 2);
    EXPECT_INT(width_columns(STR("a\xff\x62")), 3);
    EXPECT_INT(width_columns(STR("…─│")), 3);
}

TEST(width_cuts_in_the_middle)
{
    EXPECT_STR(width_cut_middle(test_arena(), STR("abcdefg"), 7), "abcdefg");
    EXPECT_STR(width_cut_middle(test_arena(), STR("abcdefgh"), 7), "abc…fgh");
    EXPECT_STR(width_cut_middle(test_arena(), STR("日本語日本語"), 8), "日…本語");
    EXPECT_STR(width_cut_middle(test_arena(),
                                STR("aaae\xcc\x81"
                                    "bbbb"),
                                6),
               "aa…bbb");
    EXPECT_STR(width_cut_middle(test_arena(), STR("abcd"), 1), "…");
}

TEST(width_cuts_at_the_end)
{
    EXPECT_STR(width_cut_end(test_arena(), STR("one two three"), 13), "one two three");
    EXPECT_STR(width_cut_end(test_arena(), STR("one two three"), 12), "one two…");
    EXPECT_STR(width_cut_end(test_arena(), STR("one two three"), 8), "one two…");
    EXPECT_STR(width_cut_end(test_arena(), STR("abcdefghijkl"), 5), "abcd…");
}

TEST(width_never_exceeds_the_limit)
{
    Str text = STR("src/日本/größe e\xcc\x81 \xf0\x9f\x98\x80 end");
    for (size_t max = 1; max < 40; max++) {
        EXPECT(width_columns(width_cut_middle(test_arena(), text, max)) <= max);
        EXPECT(width_columns(width_cut_end(test_arena(), text, max)) <= max);
    }
}
