#include "relations/test_order.h"

static int nearest_first(const void *a, const void *b)
{
    const ReachedTest *one = a, *other = b;
    bool doubtful = test_is_doubtful(one), other_doubtful = test_is_doubtful(other);
    if (doubtful != other_doubtful)
        return doubtful ? 1 : -1;
    if (one->steps != other->steps)
        return one->steps < other->steps ? -1 : 1;
    if (!one->overrides != !other->overrides)
        return one->overrides ? 1 : -1;
    int by_path = str_compare(one->path, other->path);
    if (by_path || one->block != other->block)
        return by_path ? by_path : one->block < other->block ? -1 : 1;
    return (one->symbol > other->symbol) - (one->symbol < other->symbol);
}

void test_order_count(const Catalog *catalog, TestReach *reach, bool *seen)
{
    reach->files = reach->doubtful = 0;
    for (size_t i = 0; i < reach->tests.len; i++) {
        uint32_t file = catalog_place(catalog, reach->tests.ptr[i].symbol).file;
        reach->files += !seen[file];
        seen[file] = true;
        reach->doubtful += test_is_doubtful(&reach->tests.ptr[i]);
    }
    if (reach->tests.len)
        qsort(reach->tests.ptr, reach->tests.len, sizeof *reach->tests.ptr, nearest_first);
}

void test_order_leave_unmade(TestReach *reach)
{
    size_t kept = 0, count = 0;
    for (size_t i = 0; i < reach->tests.len; i++)
        count += reach->tests.ptr[i].unmade;
    if (count == reach->tests.len)
        return;
    for (size_t i = 0; i < reach->tests.len; i++)
        if (!reach->tests.ptr[i].unmade)
            reach->tests.ptr[kept++] = reach->tests.ptr[i];
    reach->tests.len = kept;
    reach->unmade = count;
}

void test_order_keep_near(TestReach *reach, uint32_t type)
{
    size_t kept = 0;
    uint32_t nearest = UINT32_MAX;
    for (size_t i = 0; i < reach->tests.len; i++)
        nearest = MIN(nearest, reach->tests.ptr[i].steps);
    for (size_t i = 0; i < reach->tests.len; i++)
        if (reach->tests.ptr[i].steps <= nearest) {
            reach->tests.ptr[kept] = reach->tests.ptr[i];
            reach->tests.ptr[kept++].type = type;
        }
    reach->tests.len = kept;
    reach->direct = false;
}

void test_order_keep_steps(TestReach *reach, uint32_t most)
{
    size_t kept = 0;
    for (size_t i = 0; i < reach->tests.len; i++)
        if (reach->tests.ptr[i].steps <= most)
            reach->tests.ptr[kept++] = reach->tests.ptr[i];
    reach->tests.len = kept;
}

size_t test_order_keep_nearest(TestReach *reach, size_t most, bool first)
{
    size_t total = reach->tests.len, kept = 0;
    uint32_t last = 0;
    for (uint32_t steps = 0; kept < total; steps++) {
        size_t here = 0;
        for (size_t i = 0; i < total; i++)
            here += reach->tests.ptr[i].steps == steps;
        if ((kept || !first) && kept + here > most)
            break;
        kept += here;
        last = steps;
    }
    test_order_keep_steps(reach, last);
    return total - reach->tests.len;
}
