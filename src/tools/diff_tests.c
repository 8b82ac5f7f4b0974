#include "change/places.h"
#include "index/graph/metrics.h"
#include "search/neighbours.h"
#include "search/tests.h"
#include "tools/diff_graph.h"
#include "tools/query.h"
#include "tools/test_command.h"

/* Maximum number of symbols visited in the search for tests, as in `fovea tests`. */
#define NODES_MAX 20000
#define TESTS_SHOWN 12

static IdVec changed_symbols(Arena *arena, const ChangeSet *set, const Catalog *catalog)
{
    Places places = places_of(arena, set, catalog);
    IdVec symbols = {0};
    for (uint32_t f = 0; f < set->files.len; f++)
        for (size_t i = 0; i < set->files.ptr[f].symbols.len; i++) {
            const ChangedSymbol *reported = &set->files.ptr[f].symbols.ptr[i];
            bool code = reported->kind != CHANGE_COMMENT && reported->kind != CHANGE_FORMAT;
            uint32_t dense = places_dense(&places, f, reported->new_symbol, false);
            if (code && dense != SYMBOL_NOWHERE)
                tests_focus(catalog, arena, dense, &symbols);
        }
    return symbols;
}

typedef struct TestSymbol {
    uint32_t symbol, steps; /* `steps`: distance from the change */
    Str path;
} TestSymbol;
typedef VEC(TestSymbol) TestSymbolVec;

/* Orders by distance, then by path, independent of file ids. */
static int nearest_first(const void *a, const void *b)
{
    const TestSymbol *one = a, *other = b;
    if (one->steps != other->steps)
        return one->steps < other->steps ? -1 : 1;
    int by_path = str_compare(one->path, other->path);
    return by_path ? by_path : (one->symbol > other->symbol) - (one->symbol < other->symbol);
}

static TestSymbolVec symbols_of_tests(Arena *arena, const Catalog *catalog,
                                      const Neighbourhood *found)
{
    TestSymbolVec tests = {0};
    for (size_t i = 0; i < found->nodes.len; i++) {
        const Neighbour *node = &found->nodes.ptr[i];
        if (node->symbol != SYMBOL_NOWHERE && tests_hold(catalog, node->symbol))
            *VEC_PUSH(arena, &tests) =
                (TestSymbol){node->symbol, node->steps,
                             catalog->files.ptr[catalog_place(catalog, node->symbol).file].path};
    }
    if (tests.len)
        qsort(tests.ptr, tests.len, sizeof *tests.ptr, nearest_first);
    return tests;
}

static SymbolMetrics *metrics_of(Arena *arena, Arena scratch, const Catalog *catalog,
                                 const TestSymbolVec *tests)
{
    SymbolMetrics *metrics = NEW(arena, SymbolMetrics, tests->len);
    uint32_t *symbols = NEW(&scratch, uint32_t, tests->len);
    for (size_t i = 0; i < tests->len; i++)
        symbols[i] = tests->ptr[i].symbol;
    metrics_some(scratch, catalog, symbols, tests->len, metrics);
    return metrics;
}

static void put_line(ToolCall *call, const Catalog *catalog, uint32_t symbol, DiffTests *tests)
{
    Buf line = buf_open(call->arena, 0);
    query_put_line(&line, *call->scratch, catalog, symbol);
    *VEC_PUSH(call->arena, &tests->shown) = buf_str(&line);
}

void diff_graph_tests(ToolCall *call, IndexSession *session, const ChangeSet *set, DiffTests *tests)
{
    Catalog *catalog = session->catalog;
    IdVec changed = changed_symbols(call->arena, set, catalog), cases = {0};
    NeighbourOptions options = {.direction = NEIGHBOURS_IN,
                                .depth = NEIGHBOURS_DEPTH_MAX,
                                .limit = changed.len + NODES_MAX,
                                .types = true,
                                .sure_only = true,
                                .lone = true,
                                .overrides = true,
                                .closure = true};
    Neighbourhood found;
    TestCommandVec commands = {0};
    *tests = (DiffTests){0};
    neighbours_find(catalog, call->arena, changed.ptr, changed.len, &options, &found);
    TestSymbolVec held = symbols_of_tests(call->arena, catalog, &found);
    const SymbolMetrics *metrics = metrics_of(call->arena, *call->scratch, catalog, &held);
    for (size_t i = 0; i < held.len; i++) {
        uint32_t symbol = held.ptr[i].symbol;
        if (!tests_is_case_called(catalog, symbol, metrics[i].fan_in > 0) ||
            tests->all++ >= TESTS_SHOWN)
            continue;
        put_line(call, catalog, symbol, tests);
        *VEC_PUSH(call->arena, &cases) = symbol;
    }
    tests->more = found.left_out > 0;
    test_commands(call, session, &cases, &commands);
    for (size_t i = 0; i < commands.len; i++)
        *VEC_PUSH(call->arena, &tests->commands) = commands.ptr[i].text;
}
