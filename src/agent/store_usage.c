/* Usage per day, in one row a day for all programs, and per session. Numbers come from servers, so
   sums are kept within SQL's integers. */
#include "agent/agent_store_state.h"

#include "base/buf.h"
#include "config/config.h"

#define SECONDS_A_DAY 86400
/* Upper bound on what one request adds: more than any server has answered in all. */
#define ADDED_MAX (UINT64_C(1) << 53)
/* Sums stop here, so that another addition does not overflow. */
#define SUM_MAX "4611686018427387903"
/* Days kept: more than a year. */
#define DAYS_MAX 400

typedef struct Added {
    uint64_t day, tokens, cost;
    bool cost_unknown;
    const AgentSession *session; /* with the usage added; NULL: unknown */
    uint64_t revision;
} Added;

/* Subtracts the reservation from its day. */
static bool give_back(AgentStore *store, void *state, Err *err)
{
    (void)state;
    if (!store->held)
        return true;
    Statement *less =
        db_prepare(store->db, "UPDATE day SET tokens = max(tokens - ?2, 0) WHERE day = ?1");
    db_bind_u64(less, 1, store->held_day);
    db_bind_u64(less, 2, store->held);
    return db_run(less, err);
}

static bool add_to_day(AgentStore *store, const Added *added, Err *err)
{
    Statement *add = db_prepare(
        store->db, "INSERT INTO day VALUES(?1, 1, ?2, ?3, ?4) ON CONFLICT(day) DO UPDATE SET "
                   "requests = requests + 1, tokens = min(tokens, " SUM_MAX ") + ?2, "
                   "cost = min(cost, " SUM_MAX ") + ?3, cost_unknown = cost_unknown OR ?4");
    db_bind_u64(add, 1, added->day);
    db_bind_u64(add, 2, added->tokens);
    db_bind_u64(add, 3, added->cost);
    db_bind_u64(add, 4, added->cost_unknown);
    if (!db_run(add, err))
        return false;
    Statement *drop = db_prepare(store->db, "DELETE FROM day WHERE day < ?1");
    db_bind_u64(drop, 1, added->day - MIN(added->day, (uint64_t)DAYS_MAX));
    return db_run(drop, err);
}

/* If the file lacks the session, the next save writes the totals. */
static bool add_to_session(AgentStore *store, const Added *added, Err *err)
{
    const AgentSession *session = added->session;
    if (!session)
        return true;
    Statement *add = db_prepare(
        store->db, "UPDATE session SET requests = ?1, input = ?2, output = ?3, cache_read = ?4, "
                   "cache_write = ?5, usage_known = ?6, cost = ?7, cost_unknown = ?8 WHERE id = ?9 "
                   "AND revision = ?10");
    const uint64_t numbers[] = {session->requests,
                                session->usage.input,
                                session->usage.output,
                                session->usage.cache_read,
                                session->usage.cache_write,
                                session->usage.known,
                                session->cost,
                                session->cost_unknown,
                                session->id,
                                added->revision};
    for (size_t i = 0; i < COUNT(numbers); i++)
        db_bind_u64(add, (int)i + 1, numbers[i]);
    return db_run(add, err);
}

static bool add(AgentStore *store, void *state, Err *err)
{
    const Added *added = state;
    return give_back(store, NULL, err) && add_to_day(store, added, err) &&
           add_to_session(store, added, err);
}

static uint64_t capped(uint64_t number)
{
    return MIN(number, ADDED_MAX);
}

static AgentSession sum(const AgentSession *before, const ChatUsage *usage, uint64_t cost)
{
    AgentSession after = *before;
    after.usage.known = usage->known && (before->usage.known || !before->requests);
    after.requests += after.requests < UINT32_MAX;
    after.usage.input = capped(before->usage.input + capped(usage->input));
    after.usage.output = capped(before->usage.output + capped(usage->output));
    after.usage.cache_read = capped(before->usage.cache_read + capped(usage->cache_read));
    after.usage.cache_write = capped(before->usage.cache_write + capped(usage->cache_write));
    after.cost_unknown |= cost == COST_UNKNOWN;
    if (cost != COST_UNKNOWN)
        after.cost = capped(before->cost + capped(cost));
    return after;
}

static uint64_t today(const AgentStore *store)
{
    return (uint64_t)MAX(store->now(), 0) / SECONDS_A_DAY;
}

bool agent_usage_add(AgentStore *store, uint64_t session, const ChatUsage *usage, uint64_t cost,
                     Err *err)
{
    KnownSession *known = agent_store_known(store, session);
    AgentSession after = known ? sum(&known->info, usage, cost) : (AgentSession){0};
    Added added = {.day = today(store),
                   .tokens = capped(capped(usage->input) + capped(usage->output) +
                                    capped(usage->cache_read) + capped(usage->cache_write)),
                   .cost = cost == COST_UNKNOWN ? 0 : capped(cost),
                   .cost_unknown = cost == COST_UNKNOWN,
                   .session = known ? &after : NULL,
                   .revision = known ? known->revision : 0};
    if (known)
        known->info = after; /* also if it cannot be written: the next save includes it */
    bool stored = agent_store_write(store, add, &added, err);
    store->held = stored ? 0 : store->held;
    return stored;
}

void agent_usage_release(AgentStore *store)
{
    Err ignored;
    if (store->held && agent_store_write(store, give_back, NULL, &ignored))
        store->held = 0;
}

typedef struct Asked {
    uint64_t day;
    UsageDay *found;
} Asked;

static bool read_day(AgentStore *store, void *state, Err *err)
{
    const Asked *asked = state;
    Statement *get = db_prepare(store->db, "SELECT requests, tokens, cost, cost_unknown FROM day "
                                           "WHERE day = ?1");
    db_bind_u64(get, 1, asked->day);
    *asked->found = (UsageDay){0};
    while (db_next(get, err))
        *asked->found = (UsageDay){.requests = (uint32_t)db_u64(get, 0),
                                   .tokens = db_u64(get, 1),
                                   .cost = db_u64(get, 2),
                                   .cost_unknown = db_u64(get, 3) != 0};
    return !db_failed(get);
}

bool agent_usage_today(AgentStore *store, UsageDay *day, Err *err)
{
    Asked asked = {today(store), day};
    return agent_store_read(store, read_day, &asked, err);
}

/* ---- caps ---- */

static bool exceeds(uint64_t used, uint64_t more, uint64_t cap)
{
    return used > cap || more > cap - used;
}

static bool fail_tokens(const UsageDay *day, const UsageCaps *caps, uint64_t tokens, Err *err)
{
    err_set(err, ERR_CAP,
            "model.max_tokens_per_day is %llu: %llu are used today (UTC), and this request needs "
            "about %llu",
            (unsigned long long)caps->tokens, (unsigned long long)day->tokens,
            (unsigned long long)tokens);
    return err_hint(err, "raise model.max_tokens_per_day, or continue tomorrow");
}

/* A price with two digits, rounded up. */
static unsigned long long hundredths(uint64_t cost)
{
    return cost / (PRICE_UNIT / 100) + (cost % (PRICE_UNIT / 100) > 0);
}

static bool fail_cost(uint64_t spent, const UsageCaps *caps, uint64_t cost, Err *err)
{
    unsigned long long cap = hundredths(caps->cost), used = hundredths(spent);
    unsigned long long more = hundredths(cost);
    err_set(
        err, ERR_CAP,
        "model.max_cost is %llu.%02llu a session: %llu.%02llu are spent, and this request costs "
        "up to %llu.%02llu",
        cap / 100, cap % 100, used / 100, used % 100, more / 100, more % 100);
    return err_hint(err, "raise model.max_cost, or begin another session");
}

static bool fail_unknown(Err *err)
{
    err_set(err, ERR_CAP, "model.max_cost is set, but the price of the model is unknown");
    return err_hint(err, "set the prices of the model, or model.max_tokens_per_day, which then "
                         "holds");
}

bool agent_usage_check(const UsageDay *day, const AgentSession *session, const UsageCaps *caps,
                       uint64_t tokens, uint64_t cost, Err *err)
{
    uint64_t spent = session ? session->cost : 0, more = cost == COST_UNKNOWN ? 0 : cost;
    if (caps->tokens && exceeds(day->tokens, tokens, caps->tokens))
        return fail_tokens(day, caps, tokens, err);
    if (caps->cost == COST_UNKNOWN)
        return true;
    if (cost == COST_UNKNOWN && !caps->tokens)
        return fail_unknown(err);
    return !exceeds(spent, more, caps->cost) || fail_cost(spent, caps, more, err);
}

typedef struct Holding {
    const AgentSession *session;
    const UsageCaps *caps;
    uint64_t day, tokens, cost;
    bool fits;
    Err why; /* it does not fit */
} Holding;

static bool hold(AgentStore *store, void *state, Err *err)
{
    Holding *holding = state;
    UsageDay day;
    Asked asked = {holding->day, &day};
    if (!read_day(store, &asked, err))
        return err_set(err, ERR_FAILED, "the day's usage cannot be read");
    holding->fits = agent_usage_check(&day, holding->session, holding->caps, holding->tokens,
                                      holding->cost, &holding->why);
    if (!holding->fits || !holding->caps->tokens)
        return true;
    Statement *add = db_prepare(
        store->db, "INSERT INTO day VALUES(?1, 0, ?2, 0, 0) ON CONFLICT(day) DO UPDATE SET "
                   "tokens = min(tokens, " SUM_MAX ") + ?2");
    db_bind_u64(add, 1, holding->day);
    db_bind_u64(add, 2, holding->tokens);
    return db_run(add, err);
}

bool agent_usage_reserve(AgentStore *store, uint64_t session, const UsageCaps *caps,
                         uint64_t tokens, uint64_t cost, Err *err)
{
    Holding holding = {.session = agent_session(store, session),
                       .caps = caps,
                       .day = today(store),
                       .tokens = capped(tokens),
                       .cost = cost};
    agent_usage_release(store);
    if (!caps->tokens) {
        UsageDay day;
        return agent_usage_today(store, &day, err) &&
               agent_usage_check(&day, holding.session, caps, tokens, cost, err);
    }
    if (!agent_store_write(store, hold, &holding, err))
        return false;
    if (!holding.fits) {
        *err = holding.why;
        return false;
    }
    store->held = holding.tokens;
    store->held_day = holding.day;
    if (!store->private)
        return true;
    err_set(err, ERR_CAP, "model.max_tokens_per_day is set, but usage cannot be stored");
    return err_hint(err, "make the state directory writable, or remove the setting");
}
