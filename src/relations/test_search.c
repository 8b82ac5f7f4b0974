#include "relations/test_search.h"

#include "query/calls_unresolved.h"
#include "relations/operator_tests.h"
#include "relations/test_order.h"
#include "relations/test_uses.h"
#include "search/override.h"

/* Maximum number of callers visited, enough for the most used symbol of a kernel. */
#define NODES_MAX 20000

static NeighbourOptions options_of(const TestUses *uses)
{
    return (NeighbourOptions){.direction = NEIGHBOURS_IN,
                              .limit = NODES_MAX,
                              .types = true,
                              .types_once = true,
                              .sure_only = true,
                              .lone = true,
                              .overrides = true,
                              .closure = true,
                              .users = &uses->users};
}

/* Searches from the symbols and from users of values. Values on the way have users, too. */
static bool search_from(Project *project, const IdVec *start, size_t symbols, TestReach *reach,
                        Err *err)
{
    TestUses uses = {0};
    NeighbourOptions options = options_of(&uses);
    Neighbourhood found = {0};
    options.limit += start->len;
    for (size_t i = 0; i < symbols; i++)
        if (!test_uses(project, start->ptr[i], 0, &uses, err))
            return false;
    for (bool more = start->len > 0; more;) {
        size_t known = uses.users.len;
        neighbours_find(project->session->catalog, project->request->arena, start->ptr, start->len,
                        &options, &found);
        for (size_t i = 0; i < found.nodes.len; i++) {
            const Neighbour *node = &found.nodes.ptr[i]; /* users are not known to be overridden */
            if (!node->overrides && !test_uses(project, node->symbol, node->steps, &uses, err))
                return false;
        }
        more = uses.users.len > known;
    }
    test_reach(project, &found, NULL, reach);
    return true;
}

/* Appends the tests that are not in the list. */
static void add_others(Arena *arena, const TestReach *others, TestReach *reach)
{
    size_t own = reach->tests.len;
    for (size_t i = 0; i < others->tests.len; i++) {
        const ReachedTest *test = &others->tests.ptr[i];
        bool known = false;
        for (size_t k = 0; k < own && !known; k++)
            known = reach->tests.ptr[k].symbol == test->symbol &&
                    reach->tests.ptr[k].block == test->block;
        if (!known)
            *VEC_PUSH(arena, &reach->tests) = *test;
    }
}

static Str sign_of(const Catalog *catalog, uint32_t symbol)
{
    const Language *language = catalog->files.ptr[catalog_place(catalog, symbol).file].language;
    const Entry *entry = catalog_entry(catalog, symbol);
    Str name = catalog_name(catalog, entry->name);
    Str sign = calls_operator(language, entry, name);
    return sign.len ? sign : calls_protocol(language, entry, name);
}

/* Keeps the tests that may run the method by its sign, themselves or by code that uses the type. */
static bool keep_signed(Project *project, uint32_t type, Str sign, TestReach *reach, Err *err)
{
    IdVec users = {0};
    TestReach by_users = {0};
    size_t total = reach->tests.len, kept = operator_tests_keep(project, sign, reach);
    operator_tests_users(project, type, sign, &users);
    if (users.len && !search_from(project, &users, users.len, &by_users, err))
        return false;
    if (kept || !by_users.tests.len)
        test_order_keep_near(reach, type);
    else
        reach->tests.len = 0;
    size_t own = reach->tests.len;
    for (size_t i = 0; i < by_users.tests.len; i++)
        by_users.tests.ptr[i].type = type;
    add_others(project->request->arena, &by_users, reach);
    reach->sign = sign;
    if (kept || by_users.tests.len)
        reach->signless = total - MIN(total, kept + reach->tests.len - own);
    return true;
}

/* Where no call of a method is seen, the language or a library may call it: as it compares, prints
   or converts objects. Then the tests nearest to its type may run it. */
static bool search_by_type(Project *project, uint32_t symbol, TestReach *reach, Err *err)
{
    Catalog *catalog = project->session->catalog;
    IdVec types = {0};
    if (catalog_place(catalog, symbol).index)
        override_types(catalog, project->request->arena, symbol, &types);
    if (!types.len)
        return true;
    if (!search_from(project, &types, types.len, reach, err))
        return false;
    Str sign = sign_of(catalog, symbol);
    if (sign.len && !keep_signed(project, types.ptr[0], sign, reach, err))
        return false;
    if (!sign.len)
        test_order_keep_near(reach, types.ptr[0]);
    test_order_count(catalog, reach, NEW(project->request->arena, bool, catalog->files.len + 1));
    return true;
}

bool test_search(Project *project, const ImpactDiff *focus, const DataUses *data, TestReach *reach,
                 Err *err)
{
    IdVec start = {0};
    for (size_t i = 0; i < focus->symbols.len; i++)
        *VEC_PUSH(project->request->arena, &start) = focus->symbols.ptr[i];
    for (size_t i = 0; i < data->users.len; i++)
        *VEC_PUSH(project->request->arena, &start) = data->users.ptr[i];
    *reach = (TestReach){0};
    if (!search_from(project, &start, focus->symbols.len, reach, err))
        return false;
    bool one = start.len == 1 && focus->symbols.len == 1 && !focus->module.len;
    return !one || reach->tests.len || search_by_type(project, start.ptr[0], reach, err);
}
