#include "test.h"
#include "test_random.h"

#include "agent/reply_prose.h"
#include "base/buf.h"

static void drain(Prose *prose, Buf *out)
{
    for (size_t i = 0; i < prose->lines.len; i++)
        buf_printf(out, "%.*s\n", STR_ARG(prose->lines.ptr[i]));
    prose->lines.len = 0;
}

/* What is shown of a reply. */
static Str shown(const char *reply, bool edits)
{
    Prose prose = {.arena = test_arena(), .edits = edits};
    Buf out = buf_open(test_arena(), 0);
    Str rest = str_from(reply), line;
    while (str_take_line(&rest, &line)) {
        reply_prose_take(&prose, line);
        drain(&prose, &out);
    }
    reply_prose_end(&prose);
    drain(&prose, &out);
    return buf_str(&out);
}

#define BLOCK "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"

TEST(edits_and_plans_are_left_out)
{
    static const struct {
        const char *reply, *shown;
    } rows[] = {
        {"I do it.\n\nsrc/a.c\n```\n" BLOCK "```\n\nDone.\n", "I do it.\n\nDone.\n"},
        {"src/a.c\n" BLOCK "Done.\n", "Done.\n"},
        {"### `src/a.c`:\n```c\n" BLOCK BLOCK "```\n", ""},
        {"Makefile\n" BLOCK, ""},
        {"**File: src/a.c**\n```\n" BLOCK "```\n", ""},
        {"README.md\n<<<<<<< SEARCH\n```\na\n=======\n```\n>>>>>>> REPLACE\nDone.\n", "Done.\n"},
        {"Here.\n*** Begin Patch\n*** Update File: a\n-x\n*** End Patch\nDone.\n",
         "Here.\nDone.\n"},
        {"src/a.c\n```\nint x;\n```\nDone.\n", "Done.\n"},
        {"src/a.c::f\n```c\nint f;\n```\nDone.\n", "Done.\n"},
        {"```diff\n--- a/src/a.c\n+++ b/src/a.c\n@@ -1 +1 @@\n-x\n+y\n```\nDone.\n", "Done.\n"},
        {"--- a/src/a.c\n+++ b/src/a.c\n@@ -1 +1 @@\n-x\n+y\nDone.\n", "Done.\n"},
        {"Plan:\n```plan\n1. do (a.c)\n```\nDone.\n", "Plan:\nDone.\n"},
        {"a.c\n<<<<<<< SEARCH\na\n=======\nb\n=======\n\nDone.\n", "\nDone.\n"},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        EXPECT_STR(shown(rows[i].reply, true), rows[i].shown);
}

TEST(everything_else_is_shown)
{
    static const char *const rows[] = {
        "The file is\nsrc/a.c\nand nothing else.\n",
        "src/a.c\n",
        "src/a.c\nsrc/b.c\n",
        "src/a.c\n\n```\nmake\n```\n",
        "Run this:\n```sh\nmake\n\n\nmake test\n```\nDone.\n",
        "In `src/a.c`:\n```c\nint x;\n```\n",
        "```\n",
        "--- \nA line.\n",
        "See https://example.com/a.c\n",
        "~~~\n```\nx\n```\n~~~\nsrc/a.c:12\n",
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        EXPECT_STR(shown(rows[i], true), rows[i]);
}

TEST(requests_for_more_are_left_out)
{
    EXPECT_STR(shown("Yes.\nneed: a.c::f\nsrc/a.c\nneed: b\n", true), "Yes.\nsrc/a.c\n");
    EXPECT_STR(shown("Yes.\n```need\nneed: a.c::f\n```\nNo.\n", true), "Yes.\nNo.\n");
    EXPECT_STR(shown("Yes.\n```need\nneed: a.c::f\n```\nNo.\n", false), "Yes.\nNo.\n");
}

TEST(in_an_answer_to_a_question_edits_are_text)
{
    static const char reply[] = "Write\n\n\nsrc/a.c\n```\n" BLOCK "```\n```plan\n1. x\n```\n";
    EXPECT_STR(shown(reply, false), reply);
}

/* Whether all lines of one text are in another, in this order. */
static bool is_part_of(Str part, Str whole)
{
    Str line, other;
    while (str_take_line(&part, &line)) {
        do
            if (!str_take_line(&whole, &other))
                return false;
        while (!str_equal(line, other));
    }
    return true;
}

TEST(of_any_reply_only_lines_that_it_has_are_shown)
{
    static const char *const lines[] = {"src/a.c",
                                        "```",
                                        "```c",
                                        "````",
                                        "~~~",
                                        "<<<<<<< SEARCH",
                                        "=======",
                                        ">>>>>>> REPLACE",
                                        "*** Begin Patch",
                                        "*** End Patch",
                                        "--- a/src/a.c",
                                        "+++ b/src/a.c",
                                        "@@ -1 +1 @@",
                                        "-x",
                                        "+y",
                                        "",
                                        "text",
                                        "```plan",
                                        "`a.c`:",
                                        "diff --git a/a.c b/a.c",
                                        " ",
                                        "`",
                                        "\xFF::",
                                        "::"};
    Random random = {5};
    for (unsigned round = 0; round < 3000; round++) {
        Buf reply = buf_open(test_arena(), 0);
        for (uint32_t i = random_below(&random, 14); i > 0; i--)
            buf_printf(&reply, "%s\n", lines[random_below(&random, COUNT(lines))]);
        char *text = str_terminate(test_arena(), str_copy(test_arena(), buf_str(&reply)));
        EXPECT(is_part_of(shown(text, true), str_from(text)));
        EXPECT_STR(shown(text, false), text);
    }
}

TEST(a_line_is_prose_after_some_words)
{
    static const struct {
        const char *begin;
        bool prose;
    } lines[] = {{"The queue takes the tasks that", true},
                 {"The queue takes", false},
                 {"need: callers of the function that", false},
                 {"```c and more words in it", false},
                 {"diff --git a/a.c b/a.c and so on", false},
                 {"", false},
                 {"          ", false},
                 {"- a bullet may still be need", false}};
    for (size_t i = 0; i < COUNT(lines); i++) {
        Prose prose = {.arena = test_arena(), .edits = true};
        EXPECT(reply_prose_is_begun(&prose, str_from(lines[i].begin)) == lines[i].prose);
        reply_prose_take(&prose, STR("```c"));
        EXPECT(!reply_prose_is_begun(&prose, str_from(lines[i].begin)));
    }
}
