#include "lsp/lsp_figures.h"

#include "base/id_map.h"
#include "index/graph/levels.h"
#include "lsp/lsp_spot.h"
#include "lsp/lsp_values.h"
#include "search/tests.h"

static void count(const Catalog *catalog, LspFigures *figures, const Edge *edge)
{
    if (edge->kind == EDGE_PART || figures->last == edge->caller + 1)
        return;
    figures->last = edge->caller + 1;
    if (edge->confidence == EDGE_AMBIGUOUS)
        figures->unsure++;
    else if (tests_hold(catalog, edge->caller))
        figures->in_tests++;
    else
        figures->in_code++;
}

LspFigures *lsp_figures_of(LspReader *reader, const uint32_t *symbols, size_t count_of)
{
    Arena *arena = &reader->arena;
    const Catalog *catalog = reader->catalog;
    LspFigures *all = NEW(arena, LspFigures, count_of + 1);
    uint64_t *set = NEW(arena, uint64_t, catalog->symbol_count / 64 + 1);
    IdMap index = {0};
    EdgeVec edges = {0};
    for (size_t i = 0; i < count_of; i++) {
        IdVec family = lsp_spot_family(reader, symbols[i]);
        for (size_t k = 0; k < family.len; k++) {
            set[family.ptr[k] / 64] |= UINT64_C(1) << family.ptr[k] % 64;
            id_map_put(&index, arena, family.ptr[k], (uint32_t)i);
        }
    }
    catalog_edges_into(catalog, arena, set, &edges);
    for (size_t i = 0; i < edges.len; i++)
        count(catalog, &all[id_map_get(&index, edges.ptr[i].callee)], &edges.ptr[i]);
    return all;
}

static void put_count(Buf *out, uint32_t count, const char *one)
{
    buf_put_thousands(out, count);
    buf_printf(out, " %s%s", one, count == 1 ? "" : "s");
}

void lsp_figures_put(LspReader *reader, Buf *out, uint32_t symbol, const LspFigures *figures)
{
    const Catalog *catalog = reader->catalog;
    SymbolMetrics metrics = catalog_metrics(catalog, symbol);
    if (figures->in_code || figures->in_tests)
        put_count(out, figures->in_code, "caller");
    else if (lsp_values_apply(reader, symbol))
        buf_put(out, STR("uses are not counted here: references lists them"));
    else
        buf_put(out, STR("no caller is known"));
    if (figures->in_tests) {
        buf_put(out, STR(" · "));
        put_count(out, figures->in_tests, "test");
    }
    if (figures->unsure)
        buf_printf(out, " · %u possible", figures->unsure);
    if (metrics.risk)
        buf_printf(out, " · risk: %.*s", STR_ARG(risk_level(risk_levels(catalog), metrics.risk)));
}
