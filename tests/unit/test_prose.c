#include "test.h"

#include "agent/prose.h"
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
        prose_take(&prose, line);
        drain(&prose, &out);
    }
    prose_end(&prose);
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
