#include "test.h"

#include "text/shell.h"

TEST(shell_quotes_only_what_needs_it)
{
    EXPECT_STR(shell_quote(test_arena(), STR("/home/me/src/a-b_c.c")), "/home/me/src/a-b_c.c");
    EXPECT_STR(shell_quote(test_arena(), STR("größe.md")), "größe.md");
    EXPECT_STR(shell_quote(test_arena(), STR("a b")), "'a b'");
    EXPECT_STR(shell_quote(test_arena(), STR("it's; rm -rf $HOME")), "'it'\\''s; rm -rf $HOME'");
    EXPECT_STR(shell_quote(test_arena(), STR("-x")), "'-x'");
    EXPECT_STR(shell_quote(test_arena(), STR("")), "''");
}
