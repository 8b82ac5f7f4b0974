/* Which tests a search against the edges reached: test functions themselves, and those before which
   a set-up function or a fixture runs that was reached. */
#pragma once

#include "index/graph/metrics.h"
#include "project/project.h"
#include "search/neighbours.h"

typedef struct ReachedTest {
    uint32_t symbol;
    uint32_t steps;     /* from the focus */
    uint32_t overrides; /* of these, how many lead to a method that an override stands for */
    uint32_t via;       /* the set-up function or fixture that runs before it; or SYMBOL_NOWHERE */
    Str path;
} ReachedTest;

typedef struct TestReach {
    VEC(ReachedTest) tests; /* nearest first; those by way of overriding last */
    size_t files;
    size_t helpers;  /* functions in tests that reach it and are not test cases */
    size_t doubtful; /* tests that are far away and reached by way of overriding */
    VEC(Str)
    apart;           /* test files with functions that reach it and that nothing is known to call,
                        where none of `tests` is: a table or a framework may call them */
    bool direct;     /* test code calls it directly */
    bool more;       /* the search was cut off */
    bool unfollowed; /* a fixture is used in more files than were read */
} TestReach;

/* `metrics`: of the nodes, where the catalog's own are of another state; or NULL. */
void test_reach(Project *project, const Neighbourhood *found, const SymbolMetrics *metrics,
                TestReach *reach);
/* Whether this number and kind of steps makes it doubtful that the test runs the symbol. */
bool test_is_doubtful(const ReachedTest *test);
/* ` (3 steps)`, ` (2 steps, by fixture runner)`; nothing for a direct caller. */
void test_put_way(Buf *out, const Catalog *catalog, const ReachedTest *test);
