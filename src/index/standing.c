/* PageRank (Page, Brin, Motwani, Winograd 1999) with damping 0.85 over edges that stay inside, in
   fixed point. Ambiguous edges carry no rank: a guess should not make anything important. */
#include "index/standing.h"

#include "index/effects.h"
#include "index/risk.h"

#define RANK_ONE (1u << 20) /* every symbol's share at the start */
#define RANK_DAMPING 85     /* per cent */
#define RANK_ROUNDS 20
/* Larger graphs get fewer rounds: the order of the first ones has settled by then. */
#define RANK_EDGES 2000000
#define RANK_ROUNDS_LARGE 6

typedef struct Arc {
    uint32_t from, to;
} Arc;

typedef struct Graph {
    VEC(Arc) arcs; /* by caller */
    uint32_t *out; /* arcs that start at a symbol */
    uint32_t count;
} Graph;

static Graph collect(const Catalog *catalog, Arena *arena)
{
    Graph graph = {.count = catalog->symbol_count};
    graph.out = NEW(arena, uint32_t, graph.count + 1);
    Arena edges_arena SCOPED(arena_close) = {0};
    arena_open(&edges_arena, 0);
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        EdgeVec edges = {0};
        arena_reset(&edges_arena);
        catalog_edges(catalog, &edges_arena, file, &edges);
        for (size_t i = 0; i < edges.len; i++) {
            const Edge *edge = &edges.ptr[i];
            if (edge->callee == SYMBOL_NOWHERE || edge->confidence < EDGE_LIKELY ||
                edge->callee == edge->caller)
                continue;
            *VEC_PUSH(arena, &graph.arcs) = (Arc){edge->caller, edge->callee};
            graph.out[edge->caller]++;
        }
    }
    return graph;
}

/* Callers of each symbol, each once: arcs come caller by caller. */
static uint32_t *count_fan_in(const Graph *graph, Arena *arena)
{
    uint32_t *fan_in = NEW(arena, uint32_t, graph->count + 1);
    uint32_t *last = NEW(arena, uint32_t, graph->count + 1);
    for (size_t i = 0; i < graph->arcs.len; i++) {
        Arc arc = graph->arcs.ptr[i];
        fan_in[arc.to] += last[arc.to] != arc.from + 1;
        last[arc.to] = arc.from + 1;
    }
    return fan_in;
}

static uint64_t *spread_rank(const Graph *graph, Arena *arena)
{
    uint64_t *rank = NEW(arena, uint64_t, graph->count + 1);
    uint64_t *next = NEW(arena, uint64_t, graph->count + 1);
    int rounds = graph->arcs.len > RANK_EDGES ? RANK_ROUNDS_LARGE : RANK_ROUNDS;
    for (uint32_t i = 0; i < graph->count; i++)
        rank[i] = RANK_ONE;
    for (int round = 0; round < rounds; round++) {
        for (uint32_t i = 0; i < graph->count; i++)
            next[i] = (uint64_t)RANK_ONE * (100 - RANK_DAMPING) / 100;
        for (size_t i = 0; i < graph->arcs.len; i++) {
            Arc arc = graph->arcs.ptr[i];
            next[arc.to] += rank[arc.from] * RANK_DAMPING / 100 / graph->out[arc.from];
        }
        uint64_t *old = rank;
        rank = next;
        next = old;
    }
    return rank;
}

/* Sixteenths of a power of two above the least rank, times 128: 512 doublings would fit. */
static uint16_t scale_rank(uint64_t rank)
{
    uint64_t least = (uint64_t)RANK_ONE * (100 - RANK_DAMPING) / 100;
    if (rank <= least)
        return 0;
    uint64_t ratio = rank * 256 / least;
    unsigned whole = 63u - (unsigned)__builtin_clzll(ratio);
    uint64_t part = (whole >= 4 ? ratio >> (whole - 4) : ratio << (4 - whole)) & 15;
    return (uint16_t)MIN(((uint64_t)(whole - 8) * 16 + part) * 128, (uint64_t)UINT16_MAX);
}

/* ---- effects ---- */

/* By name id of `ext:package:name`; EFFECT_KNOWN says that it was looked up. */
typedef struct EffectMemo {
    Arena scratch;
    EffectRules rules; /* of the language before */
    uint16_t *known;
} EffectMemo;
#define EFFECT_KNOWN 0x100u

static uint8_t effects_of_external(const Catalog *catalog, EffectMemo *memo,
                                   const Language *language, uint32_t external)
{
    if (memo->known[external])
        return (uint8_t)memo->known[external];
    Str rest = catalog_name(catalog, external), prefix, package = {0};
    str_take_until(&rest, ':', &prefix);
    size_t colon = str_find_last_byte(rest, ':');
    if (colon != STR_NONE) {
        package = str_slice(rest, 0, colon);
        rest = str_from_offset(rest, colon + 1);
    }
    if (memo->rules.language != language)
        effects_rules(language, &memo->rules);
    uint8_t effects = effects_of(memo->scratch, &memo->rules, package, rest);
    memo->known[external] = (uint16_t)(EFFECT_KNOWN | effects);
    return effects;
}

static uint8_t *find_effects(const Catalog *catalog, Arena *arena)
{
    uint8_t *effects = NEW(arena, uint8_t, catalog->symbol_count + 1);
    uint16_t *known = NEW(arena, uint16_t, names_count(&catalog->names) + 1);
    Arena work SCOPED(arena_close) = {0};
    Arena lookups SCOPED(arena_close) = {0};
    arena_open(&work, 0);
    arena_open(&lookups, 0);
    EffectMemo memo = {.scratch = lookups, .known = known};
    for (uint32_t file = 0; file < catalog->files.len; file++) {
        EdgeVec edges = {0};
        arena_reset(&work);
        catalog_edges(catalog, &work, file, &edges);
        for (size_t i = 0; i < edges.len; i++)
            if (edges.ptr[i].external && edges.ptr[i].kind == REFERENCE_CALL)
                effects[edges.ptr[i].caller] |= effects_of_external(
                    catalog, &memo, catalog->files.ptr[file].language, edges.ptr[i].external);
    }
    return effects;
}

typedef struct Sums {
    const uint32_t *fan_in;
    const uint64_t *rank;
    const uint8_t *effects;
} Sums;

static void set_file(CatalogFile *file, const Sums *sums)
{
    for (uint32_t i = 0; i < file->count; i++) {
        Standing now = {.fan_in = sums->fan_in[file->first + i],
                        .rank = scale_rank(sums->rank[file->first + i]),
                        .effects = sums->effects[file->first + i]};
        now.risk = risk_of(file, i, &now).score;
        if (memcmp(&now, &file->standings[i], sizeof now) != 0) {
            file->standings[i] = now;
            file->changed |= CATALOG_STANDINGS;
        }
    }
}

void standing_update(Catalog *catalog, Arena scratch)
{
    Graph graph = collect(catalog, &scratch);
    Sums sums = {.fan_in = count_fan_in(&graph, &scratch),
                 .rank = spread_rank(&graph, &scratch),
                 .effects = find_effects(catalog, &scratch)};
    for (size_t i = 0; i < catalog->files.len; i++)
        set_file(&catalog->files.ptr[i], &sums);
}
