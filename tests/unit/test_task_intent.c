#include "test.h"

#include "agent/task_intent.h"

TEST(a_clause_that_orders_a_change_makes_the_task_one)
{
    static const struct {
        const char *task;
        TaskIntent intent;
    } rows[] = {
        {"how does serve work, explain it", TASK_INTENT_QUESTION},
        {"how does serve work", TASK_INTENT_QUESTION},
        {"What calls take?", TASK_INTENT_QUESTION},
        {"Is the queue locked anywhere?", TASK_INTENT_QUESTION},
        {"please explain how the add function works", TASK_INTENT_QUESTION},
        {"show me where the timeout is", TASK_INTENT_QUESTION},
        {"wie funktioniert serve?", TASK_INTENT_QUESTION},
        {"serve は何をしますか？", TASK_INTENT_QUESTION},
        {"why does take fail? fix it", TASK_INTENT_CHANGE},
        {"can you add a default to take?", TASK_INTENT_CHANGE},
        {"Could you please rename it", TASK_INTENT_CHANGE},
        {"when a client reconnects, reset the timer", TASK_INTENT_CHANGE},
        {"explain take and fix its bug", TASK_INTENT_CHANGE},
        {"give take a default count", TASK_INTENT_CHANGE},
        {"show the count in the header", TASK_INTENT_UNKNOWN},
        {"take should accept a limit", TASK_INTENT_CHANGE},
        {"typo in README.md", TASK_INTENT_UNKNOWN},
        {"How could I test sub? Only explain, change nothing.", TASK_INTENT_NOTHING},
        {"Explain take without changing anything", TASK_INTENT_NOTHING},
        {"Review calc.py and do not edit any files", TASK_INTENT_NOTHING},
        {"Don't change anything yet, tell me how you would fix it", TASK_INTENT_NOTHING},
        {"fix sub. Do not write to disk", TASK_INTENT_NOTHING},
        {"Please only describe the bug, no edits.", TASK_INTENT_NOTHING},
        {"Erkläre serve, ändere nichts", TASK_INTENT_NOTHING},
        {"explique serve, ne modifie rien", TASK_INTENT_NOTHING},
        {"Explain sub. Do not change the code.", TASK_INTENT_NOTHING},
        {"Nothing must be changed: what does take do", TASK_INTENT_NOTHING},
        {"change nothing but explain take", TASK_INTENT_NOTHING},
        {"Fix sub but don't change anything else", TASK_INTENT_CHANGE},
        {"change nothing except calc.py, and fix it", TASK_INTENT_CHANGE},
        {"fix take. Don't edit the tests.", TASK_INTENT_CHANGE},
        {"rename x without changing its callers", TASK_INTENT_CHANGE},
        {"ensure the value does not change", TASK_INTENT_CHANGE},
        {"Add a test for sub but do not change it", TASK_INTENT_CHANGE},
        {"Add a flag --dry-run: write nothing", TASK_INTENT_CHANGE},
        {"Make sub return nothing if nothing changed", TASK_INTENT_CHANGE},
        {"add a mode to print and write nothing", TASK_INTENT_CHANGE},
        {"fix sub, do not change anything, except in calc.py", TASK_INTENT_CHANGE},
        {"", TASK_INTENT_UNKNOWN},
    };
    for (size_t i = 0; i < COUNT(rows); i++)
        if (task_intent(test_scratch(), str_from(rows[i].task)) != rows[i].intent)
            EXPECT_STR(str_from(rows[i].task), "has another intent");
}

TEST(a_task_may_ask_for_lines_to_go)
{
    EXPECT(task_drops(test_scratch(), STR("Rewrite src/a.py from scratch")));
    EXPECT(task_drops(test_scratch(), STR("the dead code must be removed")));
    EXPECT(!task_drops(test_scratch(), STR("how does serve work, explain it")));
    EXPECT(!task_drops(test_scratch(), STR("give take a default")));
}
