/* Plans: how they are read, ordered and restored. */
#include "test.h"
#include "test_random.h"

#include "agent/plan.h"
#include "base/buf.h"

static Str order_of(const Plan *plan)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < plan->tasks.len; i++)
        buf_printf(&out, "%s%u", i ? " " : "", plan->tasks.ptr[i].number);
    return buf_str(&out);
}

static Plan plan_of(const char *lines)
{
    return plan_read(test_arena(), str_format(test_arena(), "```plan\n%s```\n", lines));
}

TEST(plan_is_ordered_by_after)
{
    Plan plan = plan_of("1. a (x.c) after 3\n2. b (y.c::f, `z.c`)\n3. c (w.c) after 2\nno task\n");
    EXPECT_STR(order_of(&plan), "2 3 1");
    EXPECT_STR(plan_text(test_arena(), &plan),
               "2. b (y.c::f, z.c)\n3. c (w.c) after 2\n1. a (x.c) after 3\n");
    plan = plan_of("1. a (x.c) after 2\n2. b (y.c) after 1\n");
    EXPECT_STR(order_of(&plan), "1 2");
}

TEST(plan_is_arranged_by_uses)
{
    Plan plan =
        plan_of("1. caller (a.c::f)\n2. test (t.c)\n3. callee (b.c::g)\n4. type (b.h::T)\n");
    LookupGroup groups[] = {{.kind = LOOKUP_CODE, .uses = 1 << 2 | 1 << 3},
                            {.kind = LOOKUP_TESTS, .uses = 1},
                            {.kind = LOOKUP_CODE},
                            {.kind = LOOKUP_TYPES}};
    plan_arrange(test_arena(), &plan, groups);
    EXPECT_STR(order_of(&plan), "4 3 1 2");
    EXPECT_STR(plan.why, "types first; 4 before 1, which uses it; tests last");
    /* Two that use each other stay; so does what is right already. */
    plan = plan_of("1. a (a.c)\n2. b (b.c)\n");
    LookupGroup both[] = {{.kind = LOOKUP_CODE, .uses = 2}, {.kind = LOOKUP_CODE, .uses = 1}};
    plan_arrange(test_arena(), &plan, both);
    EXPECT_STR(order_of(&plan), "1 2");
    EXPECT_STR(plan.why, "");
}

TEST(plan_after_binds)
{
    Plan plan = plan_of("1. test (t.c)\n2. a (a.c) after 1\n3. b (b.c)\n");
    LookupGroup groups[] = {
        {.kind = LOOKUP_TESTS}, {.kind = LOOKUP_CODE, .uses = 4}, {.kind = LOOKUP_CODE}};
    plan_arrange(test_arena(), &plan, groups);
    EXPECT_STR(order_of(&plan), "3 1 2");
    EXPECT_STR(plan.why, "tests last; 3 before 2, which uses it");
}

/* The numbers of the tasks that the one at `place` waits for. */
static Str waits_of(const Plan *plan, size_t place)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t i = 0; i < plan->tasks.len; i++)
        if (plan->tasks.ptr[place].waits >> i & 1)
            buf_printf(&out, "%s%u", out.len ? " " : "", plan->tasks.ptr[i].number);
    return buf_str(&out);
}

TEST(plan_knows_what_touches)
{
    Plan plan = plan_of("1. a (a.c)\n2. b (b.c::f)\n3. c (c.c, b.c::g)\n4. d (d.c) after 1\n"
                        "5. test (t.c)\n6. e (e.c)\n7. new (new.c)\n");
    for (size_t i = 0; i < plan.tasks.len; i++)
        EXPECT_INT(plan.tasks.ptr[i].waits, (1 << i) - 1); /* nothing is known yet */
    LookupGroup groups[] = {{.kind = LOOKUP_CODE},
                            {.kind = LOOKUP_CODE},
                            {.kind = LOOKUP_CODE},
                            {.kind = LOOKUP_CODE},
                            {.kind = LOOKUP_TESTS},
                            {.kind = LOOKUP_CODE, .uses = 1 << 3},
                            {.kind = LOOKUP_CODE, .unknown = true}};
    static const char *const waits[] = {"", "", "2", "1", "4", "1 2 3 4 6", "1 2 3 4 6 7"};
    plan_arrange(test_arena(), &plan, groups);
    EXPECT_STR(order_of(&plan), "1 2 3 4 6 7 5");
    for (size_t i = 0; i < plan.tasks.len; i++)
        EXPECT_STR(waits_of(&plan, i), waits[i]);
}

/* Whether each task comes after those that it names and that the plan as read put before it. */
static bool keeps_after(const Plan *read, const Plan *arranged)
{
    for (size_t i = 0; i < read->tasks.len; i++)
        for (size_t j = 0; j < i; j++) {
            const PlanTask *task = &read->tasks.ptr[i], *other = &read->tasks.ptr[j];
            bool named = false;
            size_t at = 0, before = 0;
            for (size_t k = 0; k < task->after.len; k++)
                named |= task->after.ptr[k] == other->number;
            for (size_t k = 0; k < arranged->tasks.len; k++) {
                at = arranged->tasks.ptr[k].number == task->number ? k : at;
                before = arranged->tasks.ptr[k].number == other->number ? k : before;
            }
            if (named && before > at)
                return false;
        }
    return true;
}

TEST(plan_of_any_shape_keeps_after)
{
    Random random = {26};
    for (unsigned round = 0; round < 500; round++) {
        uint32_t count = 1 + random_below(&random, PLAN_TASKS_MAX);
        LookupGroup groups[PLAN_TASKS_MAX] = {0};
        Buf lines = buf_open(test_arena(), 0);
        for (uint32_t i = 0; i < count; i++) {
            buf_printf(&lines, "%u. t%u (f%u.c) after", i + 1, i, i);
            for (uint32_t j = random_below(&random, 3); j > 0; j--)
                buf_printf(&lines, " %u", 1 + random_below(&random, count));
            buf_put_byte(&lines, '\n');
            groups[i] = (LookupGroup){.kind = (LookupKind)random_below(&random, 3),
                                      .uses = random_below(&random, UINT32_MAX) &
                                              random_below(&random, UINT32_MAX)};
        }
        Str text = str_copy(test_arena(), buf_str(&lines));
        Plan read = plan_of(str_terminate(test_arena(), text));
        Plan plan = plan_of(str_terminate(test_arena(), text)),
             again = plan_of(str_terminate(test_arena(), text));
        plan_arrange(test_arena(), &plan, groups);
        plan_arrange(test_arena(), &again, groups);
        EXPECT(keeps_after(&read, &plan));
        EXPECT(str_equal(order_of(&plan), order_of(&again)));
        EXPECT_INT(plan.tasks.len, count);
    }
}

TEST(plan_is_restored)
{
    Plan plan = plan_of("1. a \"b\" (x.c, y.c::f)\n2. c (z.c) after 1\n");
    plan.why = STR("tests last");
    Buf json = buf_open(test_arena(), 0);
    json_write(&json, plan_value(test_arena(), &plan), 0);
    Plan back = plan_restore(test_arena(), buf_str(&json));
    EXPECT(str_equal(plan_text(test_arena(), &back), plan_text(test_arena(), &plan)));
    static const char *const broken[] = {
        "", "{", "[]", "1", "{\"tasks\":[1,{\"number\":-1}]}", "{\"tasks\":{\"a\":[]}}"};
    for (size_t i = 0; i < COUNT(broken); i++)
        EXPECT(plan_restore(test_arena(), str_from(broken[i])).tasks.len <= 2);
}
