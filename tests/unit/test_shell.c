#include "test.h"

#include "base/shell.h"

TEST(shell_quotes_only_what_needs_it)
{
    EXPECT_STR(shell_quote(test_arena(), STR("/home/me/src/a-b_c.c")), "/home/me/src/a-b_c.c");
    EXPECT_STR(shell_quote(test_arena(), STR("größe.md")), "größe.md");
    EXPECT_STR(shell_quote(test_arena(), STR("a b")), "'a b'");
    EXPECT_STR(shell_quote(test_arena(), STR("it's; rm -rf $HOME")), "'it'\\''s; rm -rf $HOME'");
    EXPECT_STR(shell_quote(test_arena(), STR("-x")), "'-x'");
    EXPECT_STR(shell_quote_path(test_arena(), STR("-x/a b")), "'./-x/a b'");
    EXPECT_STR(shell_quote_path(test_arena(), STR("a/-x")), "a/-x");
    EXPECT_STR(shell_quote_path(test_arena(), STR("")), "''");
    EXPECT_STR(shell_quote(test_arena(), STR("")), "''");
    EXPECT_STR(shell_quote(test_arena(), STR("a\n'b\\\033.c")), "$'a\\012\\'b\\\\\\033.c'");
    EXPECT_STR(shell_quote(test_arena(), STR("ä\xff.c")), "$'ä\\377.c'");
    EXPECT_STR(shell_quote(test_arena(), STR("\xe2\x80\xae.c")), "$'\\342\\200\\256.c'");
}
