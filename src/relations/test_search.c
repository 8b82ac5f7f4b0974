#include "relations/test_search.h"

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
        for (size_t i = 0; i < found.nodes.len; i++)
            if (!test_uses(project, found.nodes.ptr[i].symbol, found.nodes.ptr[i].steps, &uses,
                           err))
                return false;
        more = uses.users.len > known;
    }
    test_reach(project, &found, NULL, reach);
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
    test_reach_keep_near(reach, types.ptr[0]);
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
