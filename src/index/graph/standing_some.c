#include "index/graph/standing.h"

#include "base/id_map.h"
#include "index/graph/effects.h"
#include "index/graph/risk.h"

static uint64_t *set_of(Arena *arena, const Catalog *catalog, const uint32_t *symbols, size_t count)
{
    uint64_t *set = NEW(arena, uint64_t, catalog->symbol_count / 64 + 1);
    for (size_t i = 0; i < count; i++)
        set[symbols[i] / 64] |= UINT64_C(1) << symbols[i] % 64;
    return set;
}

/* By symbol. Edges come caller by caller. */
static void count_callers(Arena *arena, const Catalog *catalog, const uint32_t *symbols,
                          size_t count, Standing *standings)
{
    IdMap places = {0};
    EdgeVec edges = {0};
    uint32_t *last = NEW(arena, uint32_t, count);
    for (size_t i = 0; i < count; i++)
        id_map_put(&places, arena, symbols[i], (uint32_t)i);
    catalog_edges_into(catalog, arena, set_of(arena, catalog, symbols, count), &edges);
    for (size_t i = 0; i < edges.len; i++) {
        const Edge *edge = &edges.ptr[i];
        uint32_t place = id_map_get(&places, edge->callee);
        if (edge->confidence < EDGE_LIKELY || edge->caller == edge->callee ||
            last[place] == edge->caller + 1)
            continue;
        last[place] = edge->caller + 1;
        standings[place].fan_in++;
    }
}

static uint8_t effects_of_symbol(Arena scratch, const Catalog *catalog, EffectRules *rules,
                                 uint32_t symbol)
{
    const Language *language = catalog->files.ptr[catalog_place(catalog, symbol).file].language;
    uint8_t effects = 0;
    EdgeVec edges = {0};
    if (rules->language != language)
        effects_rules(language, rules);
    catalog_edges_of(catalog, &scratch, symbol, &edges);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].external && edges.ptr[i].kind == REFERENCE_CALL)
            effects |=
                effects_of_external(scratch, rules, catalog_name(catalog, edges.ptr[i].external));
    return effects;
}

void standing_some(Arena scratch, const Catalog *catalog, const uint32_t *symbols, size_t count,
                   Standing *standings)
{
    EffectRules rules = {0};
    memset(standings, 0, count * sizeof *standings);
    count_callers(&scratch, catalog, symbols, count, standings);
    for (size_t i = 0; i < count; i++) {
        SymbolPlace place = catalog_place(catalog, symbols[i]);
        const CatalogFile *file = catalog_row(catalog, place.file);
        const RiskOf of = risk_of_file(catalog, file);
        standings[i].effects = effects_of_symbol(scratch, catalog, &rules, symbols[i]);
        standings[i].risk = risk_of(&of, place.index, &standings[i]).score;
    }
}
