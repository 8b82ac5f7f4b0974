#include "live_case.h"
#include "test_random.h"

#define FILES 12
#define FUNCTIONS_MAX 9

static Live *live;
static Random chance;

static const char *name_of(uint32_t file)
{
    return str_terminate(test_arena(),
                         str_format(test_arena(), "f%02u.%s", file, file % 2 ? "py" : "c"));
}

/* Each calls some function of any file; at times it is empty, and at times it is gone. */
static void write_some(uint32_t file)
{
    Buf text = buf_open(test_arena(), 0);
    uint32_t count = random_below(&chance, FUNCTIONS_MAX);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t other = random_below(&chance, FILES),
                 callee = random_below(&chance, 2 * FUNCTIONS_MAX);
        if (file % 2)
            buf_printf(&text, "import f%02u\ndef g%u_%u():\n    f%02u.g%u_%u()\n", other, file,
                       i * 2, other, other, callee);
        else
            buf_printf(&text, "int g%u_%u(void) { return g%u_%u(); }\n", file, i * 2, other,
                       callee);
    }
    write_file(name_of(file), buf_str(&text));
    if (!random_below(&chance, 8))
        unlink(full(name_of(file)));
}

typedef struct Sum {
    uint64_t count, sum;
    uint32_t callee;
} Sum;

static bool add_edge(void *context, const Edge *edge)
{
    Sum *sum = context;
    if (edge->callee != sum->callee)
        return true;
    sum->count++;
    sum->sum += id_pair(edge->caller, edge->line) + edge->kind;
    return true;
}

/* Of one symbol, from the lists, and from all edges. */
static void expect_known(const Catalog *catalog, uint32_t symbol)
{
    Sum listed = {.callee = symbol}, all = listed, among = listed;
    EdgeVec into = {0};
    uint64_t *set = NEW(test_arena(), uint64_t, catalog->symbol_count / 64 + 2);
    set[symbol / 64] |= UINT64_C(1) << symbol % 64;
    catalog_edges_to(catalog, symbol, add_edge, &listed);
    catalog_edges_into(catalog, test_arena(), set, &into);
    for (size_t i = 0; i < into.len; i++)
        add_edge(&among, &into.ptr[i]);
    for (uint32_t file = 0; file < catalog->files.len; file++)
        catalog_visit_edges(catalog, file, EDGE_EXTERNAL, add_edge, &all);
    EXPECT_INT((long)listed.count, (long)all.count);
    EXPECT(listed.sum == all.sum);
    EXPECT_INT((long)among.count, (long)all.count);
    EXPECT(among.sum == all.sum);
}

static uint64_t expect_all_known(void)
{
    const Catalog *catalog = live_view(live).catalog;
    for (uint32_t id = 0; id < catalog->files.len; id++)
        for (uint32_t i = 0; i < catalog->files.ptr[id].count; i++)
            expect_known(catalog, catalog->files.ptr[id].first + i);
    return catalog->callers.ready;
}

static void await_calls(void)
{
    int64_t end = proc_clock_ms() + PATIENCE_MS;
    while (live_view(live).stage == LIVE_SETTLING && proc_clock_ms() < end) {
        step(live, LIVE_HURRY_SYMBOLS | LIVE_HURRY_CALLS);
        proc_sleep_ms(1);
    }
}

/* Lists made once stay right through changes of few files, before and after these are resolved. */
TEST(who_calls_is_known_while_files_change)
{
    uint64_t kept = 0;
    chance = (Random){7};
    for (uint32_t file = 0; file < FILES; file++)
        write_some(file);
    write_file("steady.c", STR("int steady(void) { return g0_0(); }\n"));
    live = open_live();
    for (int round = 0; round < 12; round++) {
        rest(live);
        Catalog *catalog = live_view(live).catalog;
        catalog_warm_callers(test_arena(), test_scratch(), catalog);
        for (int i = 0; i < 6; i++) {
            write_some(random_below(&chance, FILES));
            step(live, LIVE_HURRY_SYMBOLS);
            kept += expect_all_known();
            if (random_below(&chance, 2))
                await_calls();
            kept += expect_all_known();
        }
    }
    EXPECT(kept > 40);
    rest(live);
    EXPECT(knows(live, "steady"));
    expect_equals_rebuilt(live);
    live_close(&live);
}
