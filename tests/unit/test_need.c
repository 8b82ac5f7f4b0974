/* Requests for more in a model's answer. */
#include "test.h"

#include "agent/need.h"

static Str first_need(const char *reply)
{
    Needs needs = need_read(test_arena(), str_from(reply));
    return needs.lines.len ? needs.lines.ptr[0] : (Str){0};
}

TEST(forms)
{
    EXPECT_STR(first_need("need: src/a.c::f"), "src/a.c::f");
    EXPECT_STR(first_need("text\n  - NEED:callers of f \r\n"), "callers of f");
    EXPECT_STR(first_need("**need:** src/a.c"), "src/a.c");
    EXPECT_STR(first_need("> * need: search \"where is x\""), "search \"where is x\"");
    EXPECT_STR(first_need("`need: src/a.c:1-9`"), "src/a.c:1-9");
    EXPECT_STR(first_need("- `need: src/a.c`"), "src/a.c");
    EXPECT_STR(first_need("need: grep `a*`"), "grep `a*`");
    EXPECT_STR(first_need("need: `src/a.c`"), "`src/a.c`");
}

TEST(what_is_none)
{
    static const char *const lines[] = {"",         "need:",          "need: ", "We need: more",
                                        "needs: x", "needle: thread", "n",      "`need:`",
                                        "need",     "**need:**",      "```",    "- "};
    for (size_t i = 0; i < COUNT(lines); i++) {
        EXPECT(!need_is_line(str_from(lines[i])));
        EXPECT_INT(first_need(lines[i]).len, 0);
    }
    EXPECT(!need_is_line((Str){0}));
    EXPECT(need_is_line(STR("```need")));
    EXPECT_INT(first_need("```need").len, 0);
    char *prose = arena_bytes(test_arena(), 5000);
    memset(prose, 'x', 5000);
    memcpy(prose, "need: ", 6);
    EXPECT(!need_is_line((Str){prose, 5000}));
}

TEST(each_once_and_not_too_many)
{
    Needs needs = need_read(test_arena(), STR("need: a\nneed: b\n- need: a\nneed: A\n"));
    REQUIRE(needs.lines.len == 3);
    EXPECT_STR(needs.lines.ptr[1], "b");
    EXPECT_STR(needs.lines.ptr[2], "A");
    Str many = {0};
    for (int i = 0; i < 40; i++)
        many = str_format(test_arena(), "%.*sneed: f%d\n", STR_ARG(many), i);
    EXPECT_INT(need_read(test_arena(), many).lines.len, NEEDS_MAX);
}

TEST(what_a_model_cannot_call_is_left_out)
{
    static const char *const pairs[][2] = {
        {"[70 more hits: src/ 60; --cursor 3b goes on, a path and --file-types narrow]\n",
         "[70 more hits: src/ 60]\n"},
        {"[1 more: fovea tests f --cursor 1-2]\n", "[1 more]\n"},
        {"[--cursor 3b goes on]\n", ""},
        {"Hint: fovea find searches by parts of names\n", ""},
        {"  12: fovea --run [x]\n", "  12: fovea --run [x]\n"},
        {"Use read(path, offset=LINE, limit=N) for targeted reads.\n",
         "need: PATH:FIRST-LAST shows these lines.\n"},
    };
    for (size_t i = 0; i < COUNT(pairs); i++)
        EXPECT_STR(need_words(test_arena(), str_from(pairs[i][0])), pairs[i][1]);
}
