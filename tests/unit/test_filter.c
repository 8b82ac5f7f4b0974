/* A filter finds all that is in it, and little else. */
#include "test.h"

#include "base/filter.h"

#define MEMBERS 5000

static Str make(uint64_t first, size_t count, unsigned bits)
{
    uint64_t *hashes = NEW(test_arena(), uint64_t, count);
    for (size_t i = 0; i < count; i++)
        hashes[i] = filter_hash(first + i);
    Buf out = buf_open(test_arena(), 0);
    filter_put(&out, hashes, count, bits);
    return buf_str(&out);
}

static size_t count_found(Str filter, uint64_t first, size_t count)
{
    size_t found = 0;
    for (size_t i = 0; i < count; i++)
        found += filter_may_have(filter, filter_hash(first + i));
    return found;
}

TEST(what_was_put_in_is_found)
{
    Str filter = make(1000, MEMBERS, FILTER_BITS);
    EXPECT_INT(count_found(filter, 1000, MEMBERS), MEMBERS);
    EXPECT(filter.len <= MEMBERS + 1);
}

TEST(of_the_rest_few_are)
{
    Str filter = make(1000, MEMBERS, FILTER_BITS);
    EXPECT(count_found(filter, 1000 + MEMBERS, 100000) < 4000);
}

TEST(a_rough_one_is_half_as_large)
{
    Str filter = make(1000, MEMBERS, FILTER_BITS_ROUGH);
    EXPECT_INT(count_found(filter, 1000, MEMBERS), MEMBERS);
    EXPECT(count_found(filter, 1000 + MEMBERS, 100000) < 25000);
    EXPECT(filter.len <= MEMBERS / 2 + 1);
}

TEST(a_filter_of_nothing_has_nothing)
{
    EXPECT_INT(count_found(make(0, 0, FILTER_BITS), 0, 1000), 0);
}

TEST(no_filter_has_everything)
{
    EXPECT_INT(count_found((Str){0}, 0, 1000), 1000);
}
