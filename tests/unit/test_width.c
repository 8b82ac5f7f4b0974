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

/* Known characters, edges of ranges, and what Unicode 15 added. */
TEST(width_knows_code_points)
{
    static const struct {
        const char *text;
        size_t columns;
    } known[] = {
        {"\u02ff", 1},     /* before the first range */
        {"\u0300", 0},     /* combining grave accent */
        {"\u036f", 0},     /* the last of its range */
        {"\u0370", 1},     /* Greek capital heta */
        {"\u0600", 1},     /* Arabic number sign: drawn, although a format character */
        {"\u0ece", 0},     /* Lao yamakkan, of Unicode 15 */
        {"\u10ff", 1},     /* Georgian labial sign */
        {"\u1100", 2},     /* Hangul choseong kiyeok */
        {"\u1160", 0},     /* Hangul jungseong filler */
        {"\u200d", 0},     /* zero width joiner */
        {"\u2010", 1},     /* hyphen */
        {"\u231a", 2},     /* watch */
        {"\u302a", 0},     /* ideographic level tone mark */
        {"\u303f", 1},     /* ideographic half fill space */
        {"\u3041", 2},     /* Hiragana small a */
        {"\ufe0f", 0},     /* variation selector 16 */
        {"\uff61", 1},     /* halfwidth full stop */
        {"\U0001f600", 2}, /* grinning face */
        {"\U0001fae8", 2}, /* shaking face, of Unicode 15 */
        {"\U00020000", 2}, /* a CJK ideograph of extension B */
        {"\U000323af", 2}, /* the last of extension H, of Unicode 15 */
        {"\U000e0001", 0}, /* language tag */
        {"\U000e01ef", 0}, /* variation selector 256 */
        {"\U0010fffd", 1}, /* private use */
    };
    for (size_t i = 0; i < COUNT(known); i++)
        EXPECT_INT(width_columns(str_from(known[i].text)), known[i].columns);
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
