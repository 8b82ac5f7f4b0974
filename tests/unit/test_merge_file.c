#include "git/merge_file.h"

#include "base/buf.h"

#include "test.h"

static MergeResult merge(Str base, Str ours, Str theirs, Str *merged)
{
    Err err = {0};
    MergeResult result = MERGE_CONFLICT;
    const MergeSides sides = {base, ours, theirs};
    EXPECT(merge_file(test_arena(), &sides, &result, merged, &err));
    return result;
}

TEST(changes_that_do_not_touch_are_joined)
{
    static const struct {
        const char *base, *ours, *theirs, *merged; /* NULL: a conflict */
    } cases[] = {
        {"1\n2\n3\n", "1\n2\n3\n", "1\n2\n3\n", "1\n2\n3\n"},
        {"1\n2\n3\n", "one\n2\n3\n", "1\n2\n3\n", "one\n2\n3\n"},
        {"1\n2\n3\n", "1\n2\n3\n", "1\n2\nthree\n", "1\n2\nthree\n"},
        {"1\n2\n3\n4\n", "one\n2\n3\n4\n", "1\n2\n3\nfour\n", "one\n2\n3\nfour\n"},
        {"1\n2\n3\n", "1\nx\n3\n", "1\nx\n3\n", "1\nx\n3\n"},
        {"1\n2\n3\n", "1\nx\n3\n", "1\ny\n3\n", NULL},
        {"1\n2\n3\n", "1\n3\n", "1\ny\n3\n", NULL},
        {"1\n2\n3", "one\n2\n3", "1\n2\n3\n", "one\n2\n3\n"},
        {"1\r\n2\r\n3\r\n4\r\n", "one\r\n2\r\n3\r\n4\r\n", "1\r\n2\r\n3\r\nfour\r\n",
         "one\r\n2\r\n3\r\nfour\r\n"},
        {"1\n2\n", "", "1\n2\n", ""},
        {"1\n2\n", "", "1\ntwo\n", NULL},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Str merged = {0};
        MergeResult result = merge(str_from(cases[i].base), str_from(cases[i].ours),
                                   str_from(cases[i].theirs), &merged);
        EXPECT_INT(result, cases[i].merged ? MERGE_CLEAN : MERGE_CONFLICT);
        if (cases[i].merged)
            EXPECT_STR(merged, cases[i].merged);
    }
}

TEST(what_is_no_text_is_not_merged)
{
    Str merged;
    EXPECT_INT(merge(STR("a\0b\n"), STR("a\0c\n"), STR("x\na\0b\n"), &merged), MERGE_NOT_TEXT);
    EXPECT_INT(merge(STR("a\0b\n"), STR("a\0b\n"), STR("x\na\0b\n"), &merged), MERGE_CLEAN);
}
