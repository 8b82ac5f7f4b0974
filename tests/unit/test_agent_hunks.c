#include "test.h"

#include "agent/hunks.h"

static Str applied(const char *before, const char *after, const bool *keep, size_t *count)
{
    EditFile file = {.before = str_from(before), .after = str_from(after)};
    LineHunkVec hunks;
    Err err;
    EXPECT(hunks_of(test_arena(), &file, &hunks, &err));
    *count = hunks.len;
    return hunks_apply(test_arena(), &file, &hunks, keep);
}

TEST(all_hunks_make_the_new_text_and_none_the_old_one)
{
    static const struct {
        const char *before, *after;
    } rows[] = {
        {"a\nb\nc\nd\ne\nf\n", "a\nB\nc\nd\ne\nF\ng\n"},
        {"a\nb\n", "b\n"},
        {"a\nb", "a\nb\nc"},
        {"a\nb\n", "x\na\nb\n"},
        {"", "x\n"},
        {"x\ny\n", ""},
        {"a\r\nb\r\nc", "a\r\nc"},
        {"a\n\n\nb\n", "a\n\nb\n\n"},
    };
    static const bool all[8] = {true, true, true, true, true, true, true, true};
    static const bool none[8] = {0};
    for (size_t i = 0; i < COUNT(rows); i++) {
        size_t count;
        EXPECT_STR(applied(rows[i].before, rows[i].after, all, &count), rows[i].after);
        EXPECT_STR(applied(rows[i].before, rows[i].after, none, &count), rows[i].before);
    }
}

TEST(one_hunk_is_taken_and_another_left)
{
    static const bool first[2] = {true, false}, second[2] = {false, true};
    size_t count;
    const char *before = "a\nb\nc\nd\ne\nf\n", *after = "a\nB\nc\nd\ne\nF\ng\n";
    EXPECT_STR(applied(before, after, first, &count), "a\nB\nc\nd\ne\nf\n");
    EXPECT_INT(count, 2);
    EXPECT_STR(applied(before, after, second, &count), "a\nb\nc\nd\ne\nF\ng\n");
}
