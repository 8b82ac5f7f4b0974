/* Where a token may be written that other programs and users share. */
#include "test.h"

#include "tools/continuation.h"

#include <unistd.h>

static bool may_share(const char *name)
{
    return continuation_may_share(test_scratch(),
                                  str_format(test_arena(), "%s/%s", test_directory(), name));
}

TEST(a_shared_place_is_taken_when_it_is_free_or_holds_a_token)
{
    EXPECT(may_share("free"));
    test_file("token", STR("CONTINUE:file=/a.c\nCONTINUE:offset=1\n---\n"));
    EXPECT(may_share("token"));
    test_file("empty", STR(""));
    EXPECT(may_share("empty"));
}

TEST(a_shared_place_is_left_alone_when_something_else_stands_there)
{
    Str link = str_format(test_arena(), "%s/link", test_directory());
    test_file("notes", STR("my notes\n"));
    EXPECT(!may_share("notes"));
    EXPECT(symlink("token", link.ptr) == 0);
    EXPECT(!may_share("link"));
    EXPECT(!may_share("."));
}
