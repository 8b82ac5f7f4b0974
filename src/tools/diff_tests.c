#include "change/places.h"
#include "search/neighbours.h"
#include "search/tests.h"
#include "tools/diff_graph.h"
#include "tools/query.h"
#include "tools/test_command.h"

#define NODES_MAX 20000
#define TESTS_SHOWN 12

static IdVec changed_symbols(Arena *arena, const ChangeSet *set, const Catalog *catalog)
{
    Places places = places_of(arena, set, catalog);
    IdVec symbols = {0};
    for (uint32_t f = 0; f < set->files.len; f++)
        for (size_t i = 0; i < set->files.ptr[f].symbols.len; i++) {
            const ChangedSymbol *told = &set->files.ptr[f].symbols.ptr[i];
            bool code = told->kind != CHANGE_COMMENT && told->kind != CHANGE_FORMAT;
            uint32_t dense = places_dense(&places, f, told->new_symbol, false);
            if (code && dense != SYMBOL_NOWHERE)
                *VEC_PUSH(arena, &symbols) = dense;
        }
    return symbols;
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
    for (size_t i = 0; i < found.nodes.len; i++) {
        uint32_t symbol = found.nodes.ptr[i].symbol;
        if (symbol == SYMBOL_NOWHERE || !tests_hold(catalog, symbol) ||
            !tests_is_case(catalog, symbol))
            continue;
        if (tests->all++ >= TESTS_SHOWN)
            continue;
        put_line(call, catalog, symbol, tests);
        *VEC_PUSH(call->arena, &cases) = symbol;
    }
    tests->more = found.left_out > 0;
    test_commands(call, session, &cases, &commands);
    for (size_t i = 0; i < commands.len; i++)
        *VEC_PUSH(call->arena, &tests->commands) = commands.ptr[i].text;
}
