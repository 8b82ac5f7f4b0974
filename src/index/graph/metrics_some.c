/* Fan-in is counted from the edges into the symbols, effects from the edges of their files, so no
   sums over the whole graph are needed. */
#include "index/graph/metrics.h"

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

/* Counts distinct callers by symbol. Edges are ordered by caller. */
static void count_callers(Arena *arena, const Catalog *catalog, const uint32_t *symbols,
                          size_t count, SymbolMetrics *metrics)
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
        metrics[place].fan_in++;
    }
}

typedef struct FileEffects {
    Arena scratch;
    const Catalog *catalog;
    uint32_t first; /* dense id of entry 0 */
    EffectRules rules;
    uint8_t *effects;
} FileEffects;

static bool add_effects(void *context, const Edge *edge)
{
    FileEffects *file = context;
    if (edge->external && edge->kind == REFERENCE_CALL)
        file->effects[edge->caller - file->first] |= effects_of_external(
            file->scratch, &file->rules, catalog_name(file->catalog, edge->external));
    return true;
}

void metrics_effects(Arena scratch, const Catalog *catalog, uint32_t id, uint8_t *effects)
{
    const CatalogFile *row = catalog_row(catalog, id);
    FileEffects file = {.catalog = catalog, .first = row->first, .effects = effects};
    memset(effects, 0, row->count);
    effects_rules(row->language, &file.rules);
    file.scratch = scratch;
    catalog_visit_edges(catalog, id, EDGE_EXTERNAL, add_effects, &file);
}

void metrics_some(Arena scratch, const Catalog *catalog, const uint32_t *symbols, size_t count,
                  SymbolMetrics *metrics)
{
    uint32_t of = FILE_NOWHERE;
    uint8_t *effects = NULL;
    memset(metrics, 0, count * sizeof *metrics);
    count_callers(&scratch, catalog, symbols, count, metrics);
    for (size_t i = 0; i < count; i++) {
        SymbolPlace place = catalog_place(catalog, symbols[i]);
        const CatalogFile *file = catalog_row(catalog, place.file);
        const RiskOf risk = risk_of_file(catalog, file);
        if (place.file != of) {
            effects = NEW(&scratch, uint8_t, file->count + 1);
            metrics_effects(scratch, catalog, place.file, effects);
            of = place.file;
        }
        metrics[i].effects = effects[place.index];
        metrics[i].risk = risk_of(&risk, place.index, &metrics[i]).score;
    }
}
