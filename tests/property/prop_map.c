/* A map never exceeds its budget, whatever the outline holds, and the same input gives the same
   bytes. Outlines are made up: deep, wide, with empty, huge, invalid and quote-filled names. */
#include "text/budget.h"
#include "view/file_map.h"

#include "test.h"
#include "test_random.h"

#define ROUNDS 60

static Str random_name(Arena *arena, Random *random)
{
    static const char *const shapes[] = {
        "f",        "run",          "BatchProcessor", "\"quoted\\name\"",
        "\xFF\xFE", "na\xC3\xAFve", "\x1B[31mred",    "line\nbreak",
        "",         "operator::"};
    Str shape = str_from(shapes[random_below(random, COUNT(shapes))]);
    uint32_t repeats = random_below(random, 40) ? 1 : 1 + random_below(random, 60);
    Buf name = buf_open(arena, 0);
    buf_put_repeat(&name, shape, repeats);
    buf_put_u64(&name, random_below(random, 1000));
    return buf_str(&name);
}

static void random_symbols(Arena *arena, Random *random, Outline *outline, uint32_t count)
{
    uint32_t depth = 0, line = 1;
    uint32_t open[SYMBOL_DEPTH_MAX + 1];
    for (uint32_t i = 0; i < count; i++) {
        depth = random_below(random, MIN(depth + 2, i ? SYMBOL_DEPTH_MAX : 1));
        Symbol *symbol = VEC_PUSH(arena, &outline->symbols);
        symbol->kind = (SymbolKind)random_below(random, SYMBOL_KIND_COUNT);
        symbol->name = random_name(arena, random);
        symbol->signature = random_name(arena, random);
        symbol_set_doc(arena, symbol,
                       random_below(random, 3) ? (Str){0} : random_name(arena, random));
        symbol_set_owner(arena, symbol, random_below(random, 5) ? (Str){0} : STR("Owner"));
        symbol->is_value = random_below(random, 4) == 0;
        symbol->modifiers = random->state & 0xFFu;
        symbol->depth = (uint16_t)depth;
        symbol->start_line = line;
        line += random_below(random, 300);
        symbol->end_line = line;
        symbol->parent = depth ? open[depth - 1] + 1 : 0;
        open[depth] = i;
    }
    for (uint32_t i = count; i-- > 0;) {
        Symbol *symbols = outline->symbols.ptr;
        uint32_t next = i + 1;
        while (next < count && symbols[next].depth > symbols[i].depth)
            next = symbols[next].next;
        symbols[i].next = next;
        if (symbols[i].depth)
            symbols[symbols[i].parent - 1].end_line =
                MAX(symbols[symbols[i].parent - 1].end_line, symbols[i].end_line);
    }
    outline->line_count = line;
}

static Outline random_outline(Arena *arena, Random *random)
{
    static const uint32_t counts[] = {0, 1, 3, 20, 200, 3000};
    Outline outline = {.language = lang_at(random_below(random, (uint32_t)lang_count()))};
    outline.engine = (OutlineEngine)random_below(random, ENGINE_PATTERNS + 1);
    outline.degraded = random_below(random, 2);
    if (random_below(random, 3) == 0)
        outline.note = str_join(arena, STR("a note of some length "), random_name(arena, random));
    if (random_below(random, 3) == 0)
        outline.facts = random_name(arena, random);
    if (random_below(random, 3) == 0)
        outline.package = random_name(arena, random);
    random_symbols(arena, random, &outline, counts[random_below(random, COUNT(counts))]);
    for (uint32_t i = random_below(random, 4) ? 0 : random_below(random, 600); i > 0; i--) {
        Import *import = VEC_PUSH(arena, &outline.imports);
        import->name = random_name(arena, random);
        import->line = i;
    }
    return outline;
}

static Str write_map(const MapFile *file, const MapOptions *options)
{
    Buf out = buf_open(test_arena(), 0);
    file_map_write(&out, test_scratch(), file, options);
    EXPECT(!out.overflow);
    return buf_str(&out);
}

TEST(map_never_exceeds_its_budget)
{
    static const uint64_t budgets[] = {512,  513,  700,   1000,  2047,  2048,
                                       3000, 5000, 10240, 20480, 25000, 30000};
    Random random = {7};
    Arena keep = *test_arena();
    for (int round = 0; round < ROUNDS; round++, *test_arena() = keep) {
        Outline outline = random_outline(test_arena(), &random);
        Str path = random_name(test_arena(), &random);
        MapFile file = {path, random.state, &outline};
        for (size_t i = 0; i < COUNT(budgets) * VIEW_FORMAT_COUNT; i++) {
            Arena work = *test_arena();
            MapOptions options = {.budget = budgets[i / VIEW_FORMAT_COUNT],
                                  .format = (ViewFormat)(i % VIEW_FORMAT_COUNT),
                                  .detail = (MapLevel)random_below(&random, MAP_TRUNCATED),
                                  .docs = random_below(&random, 2)};
            if (random_below(&random, 4) == 0) {
                options.first = 1 + random_below(&random, 1000);
                options.last = options.first + random_below(&random, 1000);
            }
            Str map = write_map(&file, &options);
            EXPECT(map.len > 0);
            if (!test_expect(map.len <= options.budget, __FILE__, __LINE__, "fits the budget"))
                fprintf(stderr, "round %d budget %d format %d: %zu bytes\n%.*s\n", round,
                        (int)options.budget, (int)options.format, map.len, STR_ARG(map));
            *test_arena() = work;
        }
    }
}

TEST(map_is_deterministic_and_clean)
{
    Random random = {99};
    for (int round = 0; round < ROUNDS; round++) {
        Outline outline = random_outline(test_arena(), &random);
        MapFile file = {STR("a.c"), 1000, &outline};
        MapOptions options = {.budget = BUDGET_NONE};
        Str map = write_map(&file, &options);
        Str again = write_map(&file, &options);
        EXPECT(str_equal(map, again));
        EXPECT(str_is_utf8(map));
        EXPECT(str_find_byte(map, '\x1B') == STR_NONE);
        arena_reset(test_arena());
    }
}

TEST(map_without_a_limit_shows_every_symbol)
{
    Random random = {5};
    Outline outline = {.language = lang_at(0), .engine = ENGINE_GRAMMAR};
    random_symbols(test_arena(), &random, &outline, 5000);
    MapFile file = {STR("a.c"), 1000, &outline};
    MapOptions options = {.budget = BUDGET_NONE};
    Str map = write_map(&file, &options), line;
    size_t entries = 0;
    while (str_take_line(&map, &line))
        entries += str_ends(line, STR("]")) && str_find_byte(line, '[') != STR_NONE;
    EXPECT_INT(entries, 5000);
}
