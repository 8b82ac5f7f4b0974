#include "test.h"

#include "model/key.h"
#include "model/reason.h"

static Str reason(const char *body)
{
    return reason_find(test_arena(), str_from(body), STR("key-1"));
}

TEST(reasons)
{
    EXPECT_STR(reason("{\"error\":{\"message\":\"a\\n b\"}}"), "a b");
    EXPECT_STR(reason("{\"error\":\"no\"}"), "no");
    EXPECT_STR(reason("{\"message\":\"no\"}"), "no");
    EXPECT_STR(reason("{\"detail\":\"no\"}"), "no");
    EXPECT_STR(reason("<html>"), "");
    EXPECT_STR(reason("{\"error\":[1]}"), "");
    EXPECT_STR(reason("{\"error\":null}"), "");
    EXPECT_STR(reason("{\"error\":\"\\u001b[31mred\\u202e\"}"), "[31mred");
}

TEST(keys_are_hidden)
{
    Arena *arena = test_arena();
    Buf text = buf_open(arena, 0);
    EXPECT_STR(reason("{\"error\":\"key-1 and key-1\"}"), "… and …");
    EXPECT_STR(key_hide(arena, STR("key-"), STR("key-1")), "key-");
    EXPECT_STR(key_hide(arena, STR("text"), (Str){0}), "text");
    buf_put_repeat(&text, STR("x"), 197);
    buf_put(&text, STR("key-1"));
    Str line = reason_line(arena, buf_str(&text), STR("key-1"));
    EXPECT(str_find(line, STR("ke")) == STR_NONE); /* the cut leaves no part of it */
}
