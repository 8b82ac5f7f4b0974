#include "test.h"

#include "model/chat_thought.h"

typedef struct Run {
    Buf text;
} Run;

static bool put(void *state, Str text)
{
    Run *run = state;
    buf_put(&run->text, text);
    return true;
}

static bool retract(void *state, size_t count)
{
    Run *run = state;
    Str kept = str_copy(test_arena(), str_from_offset(buf_str(&run->text), count));
    run->text = buf_open(test_arena(), 0);
    buf_put(&run->text, kept);
    return true;
}

/* What is left of a text that comes in pieces of this length. */
static Str answer(Str text, size_t piece)
{
    Run run = {.text = buf_open(test_arena(), 0)};
    ThoughtFilter filter = {.put = put, .retract = retract, .state = &run};
    thought_open(&filter, test_arena());
    for (size_t at = 0; at < text.len; at += piece)
        EXPECT(thought_take(&filter, str_slice(text, at, at + piece)));
    EXPECT(thought_end(&filter));
    return buf_str(&run.text);
}

typedef struct Row {
    const char *text, *answer;
} Row;

static void expect_rows(const Row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t piece = 1; piece < 60; piece += piece < 8 ? 1 : 17)
            EXPECT_STR(answer(str_from(rows[i].text), piece), rows[i].answer);
}

#define BLOCK "<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n"

TEST(thoughts_are_no_answer)
{
    static const Row rows[] = {
        {"<think>\nhm\n</think>\n\nIt is.\n", "It is.\n"},
        {"<think>hm</think>It is.", "It is."},
        {"<think></think>\n\nIt is.\n", "It is.\n"},
        {"\n<think>\n```\na.c\n" BLOCK "</think>\nIt is.\n", "\nIt is.\n"},
        {"<thinking>a\n<reflection>b</reflection>\nc</thinking>\nd\n", "d\n"},
        {"<THINK>\nx\n</Think>\ny\n", "y\n"},
        {"Sure.\n<reasoning>\nx\n</reasoning>\nDone.\n", "Sure.\n\nDone.\n"},
        {"Sure. <think>a draft\nof more\n</think> Done.\n", "Sure.  Done.\n"},
        {"Sure.<think>a draft\n</think>\nDone.\n", "Sure.\nDone.\n"},
        {"<reflection>x</reflection>a<reflection>y</reflection>b\n", "ab\n"},
        {"<|begin_of_thought|>\nx\n<|end_of_thought|>\n<|begin_of_solution|>\ny\n"
         "<|end_of_solution|>",
         "y\n"},
        {"◁think▷x\ny◁/think▷z\n", "z\n"},
        {"[THINK]x[/THINK]y\n", "y\n"},
        {"<|START_THINKING|>x<|END_THINKING|><|START_RESPONSE|>y<|END_RESPONSE|>", "y"},
        {"<seed:think>x</seed:think>y", "y"},
        {"<|channel|>analysis<|message|>x\n<|end|><|start|>assistant<|channel|>final<|message|>y\n"
         "<|return|>",
         "y\n"},
        {"<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>commentary<|message|>"
         "z<|end|><|start|>assistant<|channel|>final <|constrain|>json<|message|>y",
         "y"},
        {"analysisWe need y.assistantfinaly\n", "y\n"},
        {"Here is my thought process:\nx\nHere is my response:\ny\n", "y\n"},
        {"<details type=\"reasoning\" done=\"true\">\nx\n</details>\ny\n", "y\n"},
        {"<think>\nnever ends\n" BLOCK, ""},
        {"<think>", ""},
    };
    expect_rows(rows, COUNT(rows));
}

TEST(an_end_alone_makes_a_thought_of_all_before)
{
    static const Row rows[] = {
        {"hm, a.c\n" BLOCK "no\n</think>\n\nIt is.\n", "It is.\n"},
        {"hm</think>It is.", "It is."},
        {"hm.\nSo be it.</think>\nIt is.\n", "It is.\n"},
        {"<think>a</think>b\n</think>\nc\n", "c\n"},
        {"x\n[/THINK]\ny\n", "y\n"},
        {"x\n◁/think▷y\n", "y\n"},
        {"x<|end|><|start|>assistant<|channel|>final<|message|>y", "y"},
        /* The fence before it was never closed. */
        {"```c\nint x;\n</think>\ny\n", "y\n"},
        {"a.c\n```\n<<<<<<< SEARCH\na\n</think>\n\nb.c\n```c\n" BLOCK "```\n",
         "\nb.c\n```c\n" BLOCK "```\n"},
        {"a.c\n<<<<<<< SEARCH\nx\n</think>\ny\n", "y\n"},
    };
    expect_rows(rows, COUNT(rows));
}

TEST(marks_in_source_and_in_sentences_are_text)
{
    static const char *const rows[] = {
        "The mark `<think>` begins it, `</think>` ends it.\n",
        "The <think> tag is read by parse.\nAnd more.\n",
        "It ends at </think> and not before.\n",
        "The <think> tag begins.\nThe </think> tag ends it.\n",
        "a.py\n```\n<<<<<<< SEARCH\nOPEN = '<think>'\n=======\n<think>\nx\n</think>\n>>>>>>> "
        "REPLACE\n```\nDone.\n",
        "```html\n<think>\nx\n</think>\n```\nDone.\n",
        "```html\nx\n</think>\ny\n```\nDone.\n",
        "*** Begin Patch\n*** Update File: a\n-<think>\n+</think>\n <think>\n*** End Patch\n",
        "--- a/x\n+++ b/x\n@@ -1 +1 @@\n <think>\n-x\n+</think>\nDone.\n",
        "a < b and <b>c</b> [t] <th\n",
        "analysis of it\n",
        "analyses\n",
        "Here is my thought\n",
        "```\n<think>\n",
        "",
        "x",
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        expect_rows(&(Row){rows[i], rows[i]}, 1);
}

TEST(text_that_holds_no_mark_is_passed_on_at_once)
{
    Run run = {.text = buf_open(test_arena(), 0)};
    ThoughtFilter filter = {.put = put, .retract = retract, .state = &run};
    thought_open(&filter, test_arena());
    EXPECT(thought_take(&filter, STR("Some words, a < b and ")));
    EXPECT_STR(buf_str(&run.text), "Some words, a < b and ");
    EXPECT(thought_take(&filter, STR("more <thi")));
    EXPECT_STR(buf_str(&run.text), "Some words, a < b and more ");
    EXPECT(thought_take(&filter, STR("ng>")));
    EXPECT_STR(buf_str(&run.text), "Some words, a < b and more <thing>");
    EXPECT(!filter.thought);
}
