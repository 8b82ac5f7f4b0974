#include "test.h"

#include "terminal/clean.h"

static Str clean(Str text, CleanFor purpose)
{
    Buf out = buf_open(test_arena(), 0);
    clean_put(&out, text, purpose);
    return buf_str(&out);
}

#define BOTH(text, want) \
    do { \
        EXPECT_STR(clean(STR(text), CLEAN_PROSE), want); \
        EXPECT_STR(clean(STR(text), CLEAN_CODE), want); \
    } while (0)
#define EACH(text, prose, code) \
    do { \
        EXPECT_STR(clean(STR(text), CLEAN_PROSE), prose); \
        EXPECT_STR(clean(STR(text), CLEAN_CODE), code); \
    } while (0)

TEST(clean_keeps_text)
{
    BOTH("a\nb\r\nc", "a\nb\nc");
    BOTH("größe 日本語 e\xCC\x81 \xF0\x9F\x98\x80", "größe 日本語 e\xCC\x81 \xF0\x9F\x98\x80");
    BOTH("a\tb\n\t\tc", "a       b\n                c");
    BOTH("\xD9\x85\xE2\x80\x8C\xD9\x85", "\xD9\x85\xE2\x80\x8C\xD9\x85"); /* as Persian needs it */
}

TEST(clean_shows_controls)
{
    BOTH("\033[31m\007\b\r\x7f\x01", "␛[31m␇␈␍␡␁");
    BOTH("a\0b", "a␀b");
    BOTH("\xC2\x9B"
         "31m",
         "<U+009B>31m");
    BOTH("\x9b\xff", "\xEF\xBF\xBD\xEF\xBF\xBD");
    BOTH("\xE2\x80\xAE"
         "x\xE2\x81\xA6",
         "<U+202E>x<U+2066>");
    EACH("a\xE2\x80\xA8z", "a z", "a<U+2028>z");
}

TEST(clean_handles_invisible_characters)
{
    EACH("a\xE2\x80\x8B"
         "b",
         "ab", "a<U+200B>b");
    EACH("a\xC2\xAD"
         "b",
         "ab", "a<U+00AD>b");
    EACH("\xF3\xA0\x81\xA1", "", "<U+E0061>");
    EACH("\xEF\xBB\xBFx", "x", "<U+FEFF>x");
    EACH("a\xE2\x80\x8D"
         "b",
         "ab", "a<U+200D>b");
    EACH("\xE2\x80\x8Ez", "z", "<U+200E>z");
}

/* Emoji are shown one by one, as wide on each terminal. */
TEST(clean_takes_emoji_apart)
{
    BOTH("\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9", "\xF0\x9F\x91\xA8\xF0\x9F\x91\xA9");
    BOTH("\xE2\x9D\xA4\xEF\xB8\x8F!", "\xE2\x9D\xA4!");
    EACH("1\xEF\xB8\x8F", "1", "1<U+FE0F>");
    EACH("x\xEF\xB8\x80\xEF\xB8\x81", "x", "x<U+FE00><U+FE01>"); /* a hidden text */
}

TEST(clean_bounds_marks)
{
    Buf text = buf_open(test_arena(), 0);
    buf_put_byte(&text, 'a');
    buf_put_repeat(&text, STR("\xCC\x81"), 1000);
    EXPECT(clean(buf_str(&text), CLEAN_PROSE).len <= CLEAN_BYTES_MAX);
    BOTH("\xCC\x81", "\xE2\x97\x8C\xCC\x81");
}

TEST(clusters_are_what_users_see)
{
    static const struct {
        const char *text;
        size_t end;
    } cases[] = {
        {"ab", 1},
        {"\r\n", 1},
        {"e\xCC\x81\xCC\x88x", 5},
        {"\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9x", 11},
        {"\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBDx", 8},
        {"\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA\xF0\x9F\x87\xA9", 8},
        {"\xE2\x9D\xA4\xEF\xB8\x8Fx", 6},
        {"\xff\xff", 1},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_INT(clean_cluster_end(str_from(cases[i].text), 0), cases[i].end);
}
