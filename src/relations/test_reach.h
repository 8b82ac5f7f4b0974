/* Which tests a search against the edges reached: test functions themselves, and those before which
   a set-up function or a fixture runs that was reached. */
#pragma once

#include "base/id_map.h"
#include "index/graph/metrics.h"
#include "project/test_block.h"
#include "search/neighbours.h"

typedef struct ReachedTest {
    uint32_t symbol;
    uint32_t block;     /* a block within the symbol (project/test_block.h); 0: none */
    bool doc;           /* an example in its comment, which a run of the tests executes */
    uint32_t steps;     /* from the focus */
    uint32_t overrides; /* of these, how many lead to a method that an override stands for */
    uint32_t via;       /* the set-up function or fixture that runs before it; or SYMBOL_NOWHERE */
    bool unmade;        /* it makes no object of the type whose method it would run by overriding */
    bool prepared;      /* of a block: only what runs before it leads there */
    bool unsure;        /* each way there has a call of an unknown receiver */
    uint32_t named;     /* the method that it calls by the name alone; or 0 */
    uint32_t type;      /* only the type is known to lead there, one of whose methods the language
                           or a library may call; or 0 */
    Str path;
} ReachedTest;

typedef struct TestReach {
    VEC(ReachedTest) tests; /* nearest first; those by way of overriding last */
    size_t files;
    size_t helpers; /* functions in tests that reach it and are not test cases */
    size_t unmade;  /* further tests, which are left out: those that are `unmade`, if not all are */
    size_t doubtful; /* tests reached by long ways over overriding, or by unknown receivers */
    VEC(Str)
    apart;            /* test files with functions that reach it and that nothing is known to call,
                         where none of `tests` is: a table or a framework may call them */
    uint32_t by_type; /* no call of the symbol is seen: all are known by its type alone; or 0 */
    size_t signless; /* tests left out, since they use the type of a method that the language calls,
                        and show nothing that would */
    size_t distant;  /* tests left out that use such a type from farther away */
    Str sign;        /* by which it calls the method */
    size_t patched;  /* tests left out, since they replace what leads there */
    bool direct;     /* test code calls it directly */
    bool more;       /* the search was cut off */
    bool unfollowed; /* a fixture is used in more files than were read */
} TestReach;

/* `metrics`: of the nodes, where the catalog's own are of another state; or NULL. */
void test_reach(Project *project, const Neighbourhood *found, const SymbolMetrics *metrics,
                TestReach *reach);
/* Whether this number and kind of steps makes it doubtful that the test runs the symbol. */
bool test_is_doubtful(const ReachedTest *test);
