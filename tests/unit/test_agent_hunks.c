#include "test.h"
#include "test_random.h"

#include "agent/hunks.h"
#include "base/buf.h"

static Str applied(const char *before, const char *after, const bool *keep, size_t *count)
{
    EditFile file = {.before = str_from(before), .after = str_from(after)};
    LineHunkVec hunks;
    Err err;
    EXPECT(hunks_of(test_arena(), &file, &hunks, &err));
    *count = hunks.len;
    HunkChoice *choices = NEW(test_arena(), HunkChoice, hunks.len + 1);
    for (size_t i = 0; i < hunks.len; i++)
        choices[i] = keep[i] ? hunks_take(&file, &hunks.ptr[i]) : (HunkChoice){0};
    return hunks_join(test_arena(), &file, choices, hunks.len);
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

/* The file's text when its hunks are taken, but for the one at `index`, which is edited to
   `edited`: the whole file with it alone. "refused": it meets another hunk. */
static Str changed(const char *before, const char *after, size_t index, const char *edited)
{
    EditFile file = {.before = str_from(before), .after = str_from(after)};
    HunkChoice choices[8] = {0};
    LineHunkVec hunks;
    Err err;
    EXPECT(hunks_of(test_arena(), &file, &hunks, &err));
    EXPECT(hunks.len < COUNT(choices));
    for (size_t i = 0; i < MIN(hunks.len, COUNT(choices)); i++) {
        choices[i] = hunks_take(&file, &hunks.ptr[i]);
        if (i == index && !hunks_change(&file, &hunks, choices, i, str_from(edited), &choices[i]))
            return STR("refused");
    }
    return hunks_join(test_arena(), &file, choices, hunks.len);
}

TEST(one_hunk_is_edited)
{
    const char *before = "a\nb\nc\nd\ne\nf\n", *after = "a\nB\nc\nd\nE\nf\n";
    static const struct {
        size_t index;
        const char *edited, *joined;
    } rows[] = {
        {0, "a\nX\nc\nd\ne\nf\n", "a\nX\nc\nd\nE\nf\n"},
        {0, "a\nX\nY\nc\nd\ne\nf\n", "a\nX\nY\nc\nd\nE\nf\n"},
        {0, "a\nc\nd\ne\nf\n", "a\nc\nd\nE\nf\n"},
        {0, "A\nX\nC\nd\ne\nf\n", "A\nX\nC\nd\nE\nf\n"}, /* around it, too */
        {0, "a\nX\nd\ne\nf\n", "a\nX\nd\nE\nf\n"},
        {0, "a\nb\nc\nd\ne\nf\n", "a\nb\nc\nd\nE\nf\n"}, /* as it was */
        {0, "a\nX\nc\nd\ne\nF\n", "refused"},            /* beyond the next one */
        {0, "a\nX\nc\nd\nX\nf\n", "refused"},
        {1, "a\nb\nc\nd\nX\nf", "a\nB\nc\nd\nX\nf"},
        {1, "a\nX\nc\nd\nX\nf\n", "refused"},
        {1, "a\nb\nc\nX\nf\n", "a\nB\nc\nX\nf\n"},
        {1, "", "refused"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        EXPECT_STR(changed(before, after, rows[i].index, rows[i].edited), rows[i].joined);
    /* Lines that are alike around it. */
    EXPECT_STR(changed("x\nx\nx\n", "x\ny\nx\n", 0, "x\nx\nx\nx\n"), "x\nx\nx\nx\n");
    EXPECT_STR(changed("", "x\n", 0, "y\n"), "y\n");
}

static Str random_text(Random *random)
{
    Buf out = buf_open(test_arena(), 0);
    for (uint32_t i = random_below(random, 9); i > 0; i--)
        buf_printf(&out, "%c%s", 'a' + (char)random_below(random, 4),
                   i > 1 || random_below(random, 4) ? "\n" : "");
    return str_copy(test_arena(), buf_str(&out));
}

TEST(an_edited_hunk_alone_makes_what_the_user_made)
{
    Random random = {26};
    size_t taken = 0;
    for (unsigned round = 0; round < 5000; round++) {
        EditFile file = {.before = random_text(&random), .after = random_text(&random)};
        Str edited = random_text(&random);
        HunkChoice choices[16] = {0};
        LineHunkVec hunks;
        Err err;
        REQUIRE(hunks_of(test_arena(), &file, &hunks, &err) && hunks.len < COUNT(choices));
        size_t index = hunks.len ? random_below(&random, (uint32_t)hunks.len) : 0;
        if (!hunks.len || !hunks_change(&file, &hunks, choices, index, edited, &choices[index]))
            continue;
        taken++;
        EXPECT(str_equal(hunks_join(test_arena(), &file, choices, hunks.len), edited));
    }
    EXPECT(taken > 100);
}
