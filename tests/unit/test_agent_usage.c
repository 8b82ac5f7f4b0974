/* Usage and its caps, and what the store recalls besides sessions. */
#include "agent_case.h"

#include "agent/recall.h"

#define DAY 86400

static UsageDay usage_today(AgentStore *store)
{
    UsageDay day = {0};
    Err err = {0};
    EXPECT(agent_usage_today(store, &day, &err));
    return day;
}

static void use(AgentStore *store, uint64_t session, uint64_t tokens, uint64_t cost)
{
    Err err = {0};
    ChatUsage usage = {.input = tokens, .known = true};
    EXPECT(agent_usage_add(store, session, &usage, cost, &err));
}

TEST(usage_is_counted_by_session_and_day)
{
    Window window = {.arena = test_arena()};
    AgentSessionVec sessions = {0};
    Err err = {0};
    test_moment = (int64_t)20000 * DAY + DAY - 1;
    AgentStore *store = test_open_store();
    uint64_t id = test_create(store, "/tree", "t");
    ChatUsage all = {.input = 1, .output = 20, .cache_read = 300, .cache_write = 4000};
    EXPECT(agent_usage_add(store, id, &all, 7, &err));
    EXPECT(test_save(store, &id, &window));
    use(store, id, 10, COST_UNKNOWN);
    UsageDay day = usage_today(store);
    EXPECT_INT(day.requests, 2);
    EXPECT_INT(day.tokens, 4331);
    EXPECT_INT(day.cost, 7);
    EXPECT(day.cost_unknown);
    test_moment++; /* midnight */
    EXPECT_INT(usage_today(store).tokens, 0);
    use(store, id, 5, 1);
    use(store, 999, 5, 1); /* of no session */
    agent_store_close(&store);
    store = test_open_store();
    EXPECT_INT(usage_today(store).tokens, 10);
    EXPECT(!usage_today(store).cost_unknown);
    EXPECT(agent_store_list(store, test_arena(), STR("/tree"), &sessions, &err));
    REQUIRE(sessions.len == 1);
    EXPECT_INT(sessions.ptr[0].requests, 3);
    EXPECT_INT(sessions.ptr[0].usage.input, 16);
    EXPECT_INT(sessions.ptr[0].usage.cache_write, 4000);
    EXPECT_INT(sessions.ptr[0].cost, 8);
    EXPECT(sessions.ptr[0].cost_unknown && !sessions.ptr[0].usage.known);
    agent_store_close(&store);
}

TEST(numbers_of_a_hostile_server_do_not_overflow)
{
    Err err = {0};
    AgentStore *store = test_open_store();
    uint64_t id = test_create(store, "/tree", "t"), last = 0;
    ChatUsage usage = {UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, true};
    for (int i = 0; i < 5; i++) {
        EXPECT(agent_usage_add(store, id, &usage, UINT64_MAX - 1, &err));
        EXPECT(usage_today(store).tokens > last);
        last = usage_today(store).tokens;
    }
    EXPECT(agent_session(store, id)->usage.input > 0);
    agent_store_close(&store);
}

/* After 900 tokens of the day and a cost of 1 in the session. */
static bool allowed(UsageCaps caps, uint64_t tokens, uint64_t cost)
{
    Err err = {0};
    UsageDay day = {.requests = 1, .tokens = 900, .cost = 5000000};
    AgentSession session = {.cost = 1000000};
    bool ok = agent_usage_check(&day, &session, &caps, tokens, cost, &err);
    if (!ok)
        EXPECT(err.code == ERR_CAP && err.message[0] && err.hint[0]);
    return ok;
}

TEST(caps)
{
    const uint64_t none = COST_UNKNOWN;
    EXPECT(allowed((UsageCaps){0, none}, UINT64_MAX, COST_UNKNOWN));
    EXPECT(allowed((UsageCaps){1000, none}, 100, COST_UNKNOWN));
    EXPECT(!allowed((UsageCaps){1000, none}, 101, 0));
    EXPECT(!allowed((UsageCaps){900, none}, 1, 0));
    EXPECT(!allowed((UsageCaps){899, none}, 0, 0));
    EXPECT(!allowed((UsageCaps){1000, none}, UINT64_MAX, 0));
    EXPECT(allowed((UsageCaps){0, 1500000}, 1, 500000));
    EXPECT(!allowed((UsageCaps){0, 1500000}, 1, 500001));
    EXPECT(allowed((UsageCaps){0, 1000000}, 1, 0)); /* a model of this machine */
    EXPECT(!allowed((UsageCaps){0, 1000000}, 1, 1));
    EXPECT(!allowed((UsageCaps){0, 0}, 1, 0));
    EXPECT(!allowed((UsageCaps){0, 9000000}, 1, UINT64_MAX - 1));
    /* A model without a price is not free: the cap on tokens holds, and there must be one. */
    EXPECT(!allowed((UsageCaps){0, 9000000}, 1, COST_UNKNOWN));
    EXPECT(allowed((UsageCaps){1000, 9000000}, 1, COST_UNKNOWN));
    EXPECT(!allowed((UsageCaps){1000, 900000}, 1, COST_UNKNOWN));
    Err err = {0};
    UsageDay day = {0};
    UsageCaps of_session = {0, 1500000};
    EXPECT(agent_usage_check(&day, NULL, &of_session, 1, 1500000, &err));
    EXPECT(!agent_usage_check(&day, NULL, &of_session, 1, 1500001, &err));
    EXPECT_STR(str_from(err.message), "model.max_cost is 1.50 a session: 0.00 are spent, and this "
                                      "request costs up to 1.51");
}

static bool reserved(AgentStore *store, uint64_t cap, uint64_t tokens)
{
    Err err = {0};
    UsageCaps caps = {cap, COST_UNKNOWN};
    bool ok = agent_usage_reserve(store, 0, &caps, tokens, 0, &err);
    EXPECT(ok || err.code == ERR_CAP);
    return ok;
}

TEST(programs_at_the_same_time_keep_within_a_cap_together)
{
    AgentStore *one = test_open_store(), *other = test_open_store();
    EXPECT(reserved(one, 1000, 600));
    EXPECT(!reserved(other, 1000, 600));
    EXPECT(reserved(other, 1000, 400));
    use(other, 0, 100, 0); /* less than was held */
    EXPECT_INT(usage_today(one).tokens, 700);
    agent_usage_release(one);
    EXPECT_INT(usage_today(one).tokens, 100);
    agent_usage_release(one);
    EXPECT_INT(usage_today(one).tokens, 100);
    EXPECT(reserved(one, 1000, 900));
    EXPECT(reserved(one, 1000, 900)); /* the former is given back */
    EXPECT_INT(usage_today(one).tokens, 1000);
    agent_store_close(&one); /* as if it was killed */
    EXPECT(!reserved(other, 1000, 1));
    EXPECT(reserved(other, 0, 5000)); /* no cap: nothing is held */
    EXPECT_INT(usage_today(other).tokens, 1000);
    EXPECT_INT(usage_today(other).requests, 1);
    agent_store_close(&other);
}

TEST(what_is_held_is_given_back_to_its_day)
{
    test_moment = (int64_t)20100 * DAY + DAY - 1;
    AgentStore *store = test_open_store();
    EXPECT(reserved(store, 1000, 600));
    test_moment++; /* midnight */
    use(store, 0, 10, 0);
    EXPECT_INT(usage_today(store).tokens, 10);
    test_moment--;
    EXPECT_INT(usage_today(store).tokens, 0);
    agent_store_close(&store);
}

/* ---- recall ---- */

TEST(viewed_symbols)
{
    Err err = {0};
    ViewedVec viewed = {0};
    AgentStore *store = test_open_store();
    uint64_t id = test_create(store, "/tree", "t");
    Viewed *many = NEW(test_arena(), Viewed, RECALL_VIEWED_MAX + 10);
    for (size_t i = 0; i < RECALL_VIEWED_MAX + 10; i++)
        many[i] = (Viewed){.handle = str_format(test_arena(), "a.c::f%zu", i), .hash = STR("h1")};
    EXPECT(recall_view(store, id, many, 3, &err));
    many[0].hash = STR("h2");
    EXPECT(recall_view(store, id, many, 1, &err));
    EXPECT(recall_viewed(store, test_arena(), id, &viewed, &err));
    REQUIRE(viewed.len == 3);
    EXPECT_STR(viewed.ptr[0].handle, "a.c::f0");
    EXPECT_STR(viewed.ptr[0].hash, "h2");
    EXPECT_STR(viewed.ptr[1].handle, "a.c::f2");
    EXPECT(viewed.ptr[0].used >= test_moment);
    EXPECT(recall_view(store, id, many, RECALL_VIEWED_MAX + 10, &err));
    EXPECT(recall_viewed(store, test_arena(), id, &viewed, &err));
    REQUIRE(viewed.len == RECALL_VIEWED_MAX);
    EXPECT_STR(viewed.ptr[RECALL_VIEWED_MAX - 1].handle, "a.c::f10");
    EXPECT(recall_viewed(store, test_arena(), id + 1, &viewed, &err));
    EXPECT_INT(viewed.len, 0);
    agent_store_close(&store);
}
