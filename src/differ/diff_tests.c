#include "change/places.h"
#include "differ/diff_graph.h"
#include "project/test_command.h"
#include "project/test_denial.h"
#include "query/mentions.h"
#include "query/query.h"
#include "query/unseen.h"
#include "relations/reached_test.h"
#include "search/neighbours.h"
#include "search/tests.h"

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
            bool code = reported->kind != CHANGE_COMMENT && reported->kind != CHANGE_DOCSTRING &&
                        reported->kind != CHANGE_FORMAT;
            uint32_t dense = places_dense(&places, f, reported->new_symbol, false);
            if (code && dense != SYMBOL_NOWHERE)
                tests_focus(catalog, arena, dense, &symbols);
        }
    return symbols;
}

/* Metrics of the nodes: the catalog's own may be of another state. */
static SymbolMetrics *metrics_of(Arena *arena, Arena scratch, const Catalog *catalog,
                                 const Neighbourhood *found)
{
    SymbolMetrics *metrics = NEW(arena, SymbolMetrics, found->nodes.len + 1);
    uint32_t *symbols = NEW(&scratch, uint32_t, found->nodes.len + 1);
    uint32_t *at = NEW(&scratch, uint32_t, found->nodes.len + 1);
    size_t count = 0;
    for (size_t i = 0; i < found->nodes.len; i++) {
        uint32_t symbol = found->nodes.ptr[i].symbol;
        if (symbol == SYMBOL_NOWHERE || !tests_hold(catalog, symbol))
            continue;
        at[count] = (uint32_t)i;
        symbols[count++] = symbol;
    }
    SymbolMetrics *some = NEW(&scratch, SymbolMetrics, count + 1);
    metrics_some(scratch, catalog, symbols, count, some);
    for (size_t i = 0; i < count; i++)
        metrics[at[i]] = some[i];
    return metrics;
}

static void put_line(SessionRequest *request, Project *project, const ReachedTest *test,
                     DiffTests *tests)
{
    const Catalog *catalog = project->session->catalog;
    Buf line = buf_open(request->arena, 0);
    reached_put_line(&line, project, test);
    reached_put_way(&line, catalog, test);
    test_put_off(&line, project, test->symbol);
    *VEC_PUSH(request->arena, &tests->shown) = buf_str(&line);
}

/* Where no edge leads to a test, tests may still name what changed. */
static Str named_in_tests(SessionRequest *request, IndexSession *session, const IdVec *changed,
                          bool unseen)
{
    MentionsIn named = mentions_any_in_tests(request, session, changed);
    if (named.hits)
        return str_format(request->arena, "tests name it: %llu hit%s in %u file%s: %.*s",
                          (unsigned long long)named.hits, named.hits == 1 ? "" : "s", named.files,
                          named.files == 1 ? "" : "s", STR_ARG(named.call));
    if (named.missed)
        return str_format(request->arena, "whether a test names it: %.*s", STR_ARG(named.call));
    return named.there ? (Str){0} : test_denial(request->arena, session->catalog, changed, unseen);
}

void diff_graph_tests(SessionRequest *request, IndexSession *session, const ChangeSet *set,
                      DiffTests *tests)
{
    Catalog *catalog = session->catalog;
    IdVec changed = changed_symbols(request->arena, set, catalog);
    TestCaseVec cases = {0};
    NeighbourOptions options = {.direction = NEIGHBOURS_IN,
                                .depth = NEIGHBOURS_DEPTH_MAX,
                                .limit = changed.len + NODES_MAX,
                                .types = true,
                                .sure_only = true,
                                .lone = true,
                                .overrides = true,
                                .closure = true};
    Neighbourhood found;
    TestCommands commands;
    TestReach reach;
    Project project = project_open(request, session);
    *tests = (DiffTests){0};
    neighbours_find(catalog, request->arena, changed.ptr, changed.len, &options, &found);
    test_reach(&project, &found, metrics_of(request->arena, *request->scratch, catalog, &found),
               &reach);
    tests->all = reach.tests.len;
    if (!tests->all) {
        Unseen unseen;
        unseen_gather(request, session, (Str){0}, &unseen);
        tests->unlooked =
            unseen_words(request->arena, &unseen, UNSEEN_ALL & ~UNSEEN_BIT(UNSEEN_USUAL));
        tests->named = named_in_tests(request, session, &changed, tests->unlooked.len > 0);
    }
    for (size_t i = 0; i < MIN(reach.tests.len, (size_t)TESTS_SHOWN); i++) {
        put_line(request, &project, &reach.tests.ptr[i], tests);
        *VEC_PUSH(request->arena, &cases) =
            (TestCase){reach.tests.ptr[i].symbol, reach.tests.ptr[i].block, reach.tests.ptr[i].doc};
    }
    tests->more = reach.more;
    test_commands(&project, &cases, false, TESTS_SHOWN, &commands);
    for (size_t i = 0; i < commands.list.len; i++)
        *VEC_PUSH(request->arena, &tests->commands) = commands.list.ptr[i].text;
}
