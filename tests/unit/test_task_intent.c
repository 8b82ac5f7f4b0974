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
