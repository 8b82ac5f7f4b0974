/* Whatever a repository's scores are: its levels tell its functions apart, and 30 and 60 stay where
   they do. */
#include "test.h"

#include "index/graph/levels.h"

typedef struct Shares {
    uint64_t all, low, medium, high;
} Shares;

static Shares share(const uint32_t *counts, RiskLevels levels)
{
    RiskCounts sum = {0};
    for (unsigned score = 0; score <= RISK_MAX; score++)
        risk_count(&sum, levels, score, counts[score]);
    return (Shares){(uint64_t)sum.low + sum.medium + sum.high, sum.low, sum.medium, sum.high};
}

static RiskLevels fit(uint32_t low, uint32_t medium, uint32_t high)
{
    uint32_t counts[RISK_MAX + 1] = {[0] = 5000, [20] = low, [40] = medium, [70] = high};
    return levels_fit(counts);
}

TEST(cuts_stay_where_they_tell_apart)
{
    RiskLevels levels = fit(700, 250, 50);
    EXPECT_INT(levels.medium, 30);
    EXPECT_INT(levels.high, 60);
    EXPECT(!levels_moved(levels));
}

TEST(few_functions_move_nothing)
{
    EXPECT(!levels_moved(fit(199, 0, 0)));
    EXPECT(levels_moved(fit(200, 0, 0)));
}

TEST(cuts_move_no_further_than_they_must)
{
    RiskLevels levels = fit(700, 299, 1);
    EXPECT_INT(levels.high, 40);
    EXPECT_INT(levels.medium, 30);
    levels = fit(920, 60, 20);
    EXPECT_INT(levels.high, 60);
    EXPECT_INT(levels.medium, 20);
    levels = fit(300, 500, 200);
    EXPECT_INT(levels.high, 70); /* no cut divides what has one score */
}

static uint32_t next_random(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(*state >> 33);
}

TEST(levels_tell_apart_whatever_the_scores)
{
    uint64_t random = 7;
    for (int round = 0; round < 2000; round++) {
        uint32_t counts[RISK_MAX + 1] = {0}, top = 45 + next_random(&random) % 56;
        for (unsigned score = 11; score <= top; score++)
            counts[score] = 1 + next_random(&random) % 40;
        RiskLevels levels = levels_fit(counts);
        Shares now = share(counts, levels);
        EXPECT(levels.medium < levels.high);
        EXPECT(now.high * 100 >= now.all && now.high * 100 <= now.all * 15);
        EXPECT(now.low * 100 <= now.all * 90);
    }
}
