#include "view/unified.h"

#include "test.h"

static Str diff_of(const char *before, const char *after)
{
    Err err = {0};
    Buf out = buf_open(test_arena(), 0);
    const UnifiedFile file = {STR("a"), STR("b"), str_from(before), str_from(after)};
    EXPECT(unified_put(&out, test_scratch(), &file, true, &err));
    return buf_str(&out);
}

TEST(hunks_are_those_of_diff_u)
{
    static const char *const cases[][3] = {
        {"1\n2\n3\n", "1\n2\n3\n", "--- a\n+++ b\n"},
        {"", "1\n\n2", "--- a\n+++ b\n@@ -0,0 +1,3 @@\n+1\n+\n+2\n\\ No newline at end of file\n"},
        {"1\n", "", "--- a\n+++ b\n@@ -1 +0,0 @@\n-1\n"},
        {"1\n2\n3\n4\n5\n", "1\n2\n3\n4\nx\n5\n",
         "--- a\n+++ b\n@@ -2,4 +2,5 @@\n 2\n 3\n 4\n+x\n 5\n"},
        {"1\n\n3\n", "1\n\n3\n\n5\n", "--- a\n+++ b\n@@ -1,3 +1,5 @@\n 1\n \n 3\n+\n+5\n"},
        {"1", "1\n", "--- a\n+++ b\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+1\n"},
        {"a\tb\n", "a\t\033c\n", "--- a\n+++ b\n@@ -1 +1 @@\n-a\tb\n+a\t c\n"},
        {"a\n1\n2\n3\n4\n5\n6\nb\n", "A\n1\n2\n3\n4\n5\n6\nB\n",
         "--- a\n+++ b\n@@ -1,8 +1,8 @@\n-a\n+A\n 1\n 2\n 3\n 4\n 5\n 6\n-b\n+B\n"},
        {"a\n1\n2\n3\n4\n5\n6\n7\nb\n", "A\n1\n2\n3\n4\n5\n6\n7\nB\n",
         "--- a\n+++ b\n@@ -1,4 +1,4 @@\n-a\n+A\n 1\n 2\n 3\n"
         "@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-b\n+B\n"},
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        EXPECT_STR(diff_of(cases[i][0], cases[i][1]), cases[i][2]);
}
