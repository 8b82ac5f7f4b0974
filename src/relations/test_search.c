#include "relations/test_search.h"

#include "project/test_role.h"
#include "query/calls_unresolved.h"
#include "relations/operator_tests.h"
#include "relations/test_order.h"
#include "relations/test_uses.h"
#include "search/override.h"

/* Maximum number of callers visited, enough for the most used symbol of a kernel. */
#define NODES_MAX 20000

/* Methods of one answer that the language calls, how far they may be from the symbols, and how far
   tests may be from their types. */
#define SIGNED_MAX 4
#define SIGNED_STEPS_MAX 4
#define SIGNED_NEAR 3
/* Nodes of a search from their types: the nearest are meant. */
#define SIGNED_NODES_MAX 1000
/* Of these tests, those that are listed; all are guesses. The second: where others are surer. */
#define SIGNED_TESTS_MAX 20
#define SIGNED_BESIDES_MAX 8
/* A list as long as this needs no guesses at its end. */
#define SIGNED_ENOUGH 100

/* A method that the language calls by its sign, on the way to the symbols. */
typedef struct SignedMethod {
    IdVec types;    /* that declare it, as parts of one */
    uint32_t steps; /* from the focus */
    Str sign;
} SignedMethod;

/* What a search found besides tests. */
typedef struct SearchEnds {
    VEC(SignedMethod) methods;
    NeighbourVec unled; /* methods that nothing is known to call */
} SearchEnds;

/* ---- methods that the language calls ---- */

static Str sign_of(const Catalog *catalog, uint32_t symbol)
{
    const Language *language = catalog->files.ptr[catalog_place(catalog, symbol).file].language;
    const Entry *entry = catalog_entry(catalog, symbol);
    Str name = catalog_name(catalog, entry->name);
    Str sign = calls_operator(language, entry, name);
    return sign.len ? sign : calls_protocol(language, entry, name);
}

static bool is_known(const SearchEnds *ends, uint32_t type, Str sign)
{
    for (size_t i = 0; i < ends->methods.len; i++)
        if (ends->methods.ptr[i].types.ptr[0] == type && str_equal(ends->methods.ptr[i].sign, sign))
            return true;
    return false;
}

static void take_end(Project *project, const Neighbour *node, SearchEnds *ends)
{
    Catalog *catalog = project->session->catalog;
    Arena *arena = project->request->arena;
    Str sign = sign_of(catalog, node->symbol);
    IdVec types = {0};
    bool unled = catalog_entry(catalog, node->symbol)->kind == SYMBOL_METHOD &&
                 !catalog_metrics(catalog, node->symbol).fan_in;
    if (unled && ends->unled.len < SIGNED_MAX)
        *VEC_PUSH(arena, &ends->unled) = *node;
    if (sign.len)
        override_types(catalog, arena, node->symbol, &types);
    if (types.len && ends->methods.len < SIGNED_MAX && !is_known(ends, types.ptr[0], sign))
        *VEC_PUSH(arena, &ends->methods) = (SignedMethod){types, node->steps, sign};
}

static void find_ends(Project *project, const Neighbourhood *found, SearchEnds *ends)
{
    const Catalog *catalog = project->session->catalog;
    for (size_t i = 0; i < found->nodes.len; i++) {
        const Neighbour *node = &found->nodes.ptr[i];
        if (node->symbol != SYMBOL_NOWHERE && node->steps <= SIGNED_STEPS_MAX && !node->overrides &&
            catalog_place(catalog, node->symbol).index && !test_holds(project, node->symbol))
            take_end(project, node, ends);
    }
}

/* ---- the search ---- */

static NeighbourOptions options_of(const TestUses *uses)
{
    return (NeighbourOptions){.direction = NEIGHBOURS_IN,
                              .types = true,
                              .types_once = true,
                              .sure_only = true,
                              .lone = true,
                              .overrides = true,
                              .closure = true,
                              .users = &uses->users};
}

/* Searches from the symbols and from users of values. Values on the way have users, too. `ends`
   gets what leads no further; NULL: only what is near is looked for. */
static bool search_from(Project *project, const IdVec *start, size_t symbols, SearchEnds *ends,
                        TestReach *reach, Err *err)
{
    TestUses uses = {.guessing = !ends};
    NeighbourOptions options = options_of(&uses);
    Neighbourhood found = {0};
    options.limit = (ends ? NODES_MAX : SIGNED_NODES_MAX) + start->len;
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
    if (ends)
        find_ends(project, &found, ends);
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

/* Whether anything but a type leads to one of the tests. */
static bool has_surer(const TestReach *reach)
{
    for (size_t i = 0; i < reach->tests.len; i++)
        if (!reach->tests.ptr[i].type)
            return true;
    return false;
}

/* Adds the nearest tests that are known by the type of the method alone. */
static void add_by_type(Project *project, const SignedMethod *method, TestReach *others,
                        TestReach *reach)
{
    for (size_t i = 0; i < others->tests.len; i++) {
        others->tests.ptr[i].type = method->types.ptr[0];
        others->tests.ptr[i].steps += method->steps;
    }
    size_t most = has_surer(reach) ? SIGNED_BESIDES_MAX : SIGNED_TESTS_MAX;
    reach->distant += test_order_keep_nearest(others, most, !reach->tests.len);
    reach->more = reach->more || others->more;
    add_others(project->request->arena, others, reach);
}

/* Adds the tests that show the sign near the type, and those of code that does. */
static bool add_signed(Project *project, const SignedMethod *method, TestReach *reach, Err *err)
{
    IdVec users = {0};
    TestReach near = {0}, by_users = {0};
    if (!search_from(project, &method->types, method->types.len, NULL, &near, err))
        return false;
    size_t own = reach->tests.len, total = near.tests.len;
    test_order_keep_steps(&near, SIGNED_NEAR);
    operator_tests_keep(project, method->sign, &near);
    for (size_t i = 0; i < method->types.len; i++)
        operator_tests_users(project, method->types.ptr[i], method->sign, &users);
    if (users.len && !search_from(project, &users, users.len, NULL, &by_users, err))
        return false;
    add_by_type(project, method, &near, reach);
    add_by_type(project, method, &by_users, reach);
    size_t added = reach->tests.len - own;
    if (!method->steps && added) {
        reach->by_type = own ? 0 : method->types.ptr[0];
        reach->sign = method->sign;
        reach->signless = total - MIN(total, added);
    }
    return true;
}

/* Where no call of a method is seen and it has no sign, a library may call it, or code that builds
   its name. Then the tests nearest to its type may run it. */
static bool search_by_type(Project *project, const Neighbour *method, TestReach *reach, Err *err)
{
    Catalog *catalog = project->session->catalog;
    IdVec types = {0};
    if (catalog_place(catalog, method->symbol).index)
        override_types(catalog, project->request->arena, method->symbol, &types);
    if (!types.len)
        return true;
    if (!search_from(project, &types, types.len, NULL, reach, err))
        return false;
    test_order_keep_near(reach, types.ptr[0]);
    for (size_t i = 0; i < reach->tests.len; i++)
        reach->tests.ptr[i].steps += method->steps;
    reach->by_type = method->steps ? 0 : types.ptr[0];
    return true;
}

/* Adds the tests of methods on the way that have no known caller. */
static bool add_ends(Project *project, const SearchEnds *ends, TestReach *reach, Err *err)
{
    reach->more = reach->more || (ends->methods.len && reach->tests.len >= SIGNED_ENOUGH);
    for (size_t i = 0; i < ends->methods.len && reach->tests.len < SIGNED_ENOUGH; i++)
        if (!add_signed(project, &ends->methods.ptr[i], reach, err))
            return false;
    for (size_t i = 0; i < ends->unled.len && !reach->tests.len; i++)
        if (!search_by_type(project, &ends->unled.ptr[i], reach, err))
            return false;
    return true;
}

bool test_search(Project *project, const ImpactDiff *focus, const DataUses *data, TestReach *reach,
                 Err *err)
{
    const Catalog *catalog = project->session->catalog;
    IdVec start = {0};
    SearchEnds ends = {0};
    for (size_t i = 0; i < focus->symbols.len; i++)
        *VEC_PUSH(project->request->arena, &start) = focus->symbols.ptr[i];
    for (size_t i = 0; i < data->users.len; i++)
        *VEC_PUSH(project->request->arena, &start) = data->users.ptr[i];
    *reach = (TestReach){0};
    if (!search_from(project, &start, focus->symbols.len, &ends, reach, err))
        return false;
    bool one = start.len == 1 && focus->symbols.len == 1 && !focus->module.len;
    const Neighbour focused = {.symbol = start.len ? start.ptr[0] : SYMBOL_NOWHERE};
    if (!add_ends(project, &ends, reach, err))
        return false;
    if (one && !reach->tests.len && !search_by_type(project, &focused, reach, err))
        return false;
    reach->by_type = one ? reach->by_type : 0;
    test_order_count(catalog, reach, NEW(project->request->arena, bool, catalog->files.len + 1));
    return true;
}
