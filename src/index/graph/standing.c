/* PageRank (Page, Brin, Motwani, Winograd 1999) with damping 0.85 over edges that stay inside, in
   fixed point. Ambiguous edges carry no rank: a guess should not make anything important. Most
   symbols are called by nobody: sums are kept of the others only, and the graph as a row of numbers
   that say where the sums are, which a pass reads from the front. */
#include "index/graph/standing.h"

#include "base/id_map.h"
#include "index/catalog/catalog_lean.h"
#include "index/graph/effects.h"
#include "index/graph/risk.h"

#define RANK_ONE (1u << 20) /* every symbol's share at the start */
#define RANK_DAMPING 85     /* per cent */
#define RANK_ROUNDS 20
/* Larger graphs get fewer rounds: the order of the first ones has settled by then. */
#define RANK_EDGES 2000000
#define RANK_ROUNDS_LARGE 6

/* By name id of `ext:package:name`. */
typedef struct EffectMemo {
    Arena scratch;
    EffectRules rules; /* of the language before */
    IdMap known;
} EffectMemo;

struct Standings {
    Catalog *catalog;
    Arena arena, stream; /* stream: the arcs */
    /* For each caller: itself, how many it calls, and these. First as dense ids, then as places. */
    VEC(uint32_t) arcs;
    size_t arc_count;
    size_t caller_at; /* in arcs, of the last one */
    uint64_t *called; /* a bit a symbol; only those have a sum of their own */
    uint32_t *before; /* by word of these: bits that are set in those before it */
    size_t called_count;
    const uint32_t *fan_in; /* of called ones */
    const uint64_t *rank;
    uint8_t *effects; /* by symbol */
    EffectMemo memo;
};

/* In place of a caller that nobody calls. */
#define PLACE_NONE UINT32_MAX

Standings *standing_open(Catalog *catalog)
{
    Arena arena;
    arena_open(&arena, 0);
    Standings *sums = NEW(&arena, Standings, 1);
    *sums = (Standings){.catalog = catalog, .arena = arena};
    arena_open(&sums->stream, 0);
    arena_open(&sums->memo.scratch, 0);
    sums->called = NEW(&sums->arena, uint64_t, catalog->symbol_count / 64 + 1);
    sums->effects = NEW(&sums->arena, uint8_t, catalog->symbol_count + 1);
    return sums;
}

void standing_close(Standings **sums)
{
    if (!*sums)
        return;
    Arena arena = (*sums)->arena;
    arena_close(&(*sums)->stream);
    arena_close(&(*sums)->memo.scratch);
    arena_close(&arena);
    *sums = NULL;
}

/* ---- gathering ---- */

static uint8_t effects_of_external(Standings *sums, const Language *language, uint32_t external)
{
    EffectMemo *memo = &sums->memo;
    uint32_t known = id_map_get(&memo->known, external);
    if (known != ID_MAP_NONE)
        return (uint8_t)known;
    Str rest = catalog_name(sums->catalog, external), prefix, package = {0};
    str_take_until(&rest, ':', &prefix);
    size_t colon = str_find_last_byte(rest, ':');
    if (colon != STR_NONE) {
        package = str_slice(rest, 0, colon);
        rest = str_from_offset(rest, colon + 1);
    }
    if (memo->rules.language != language)
        effects_rules(language, &memo->rules);
    uint8_t effects = effects_of(memo->scratch, &memo->rules, package, rest);
    id_map_put(&memo->known, &sums->arena, external, effects);
    return effects;
}

static bool is_arc(const Edge *edge)
{
    return edge->callee != SYMBOL_NOWHERE && edge->confidence >= EDGE_LIKELY &&
           edge->callee != edge->caller;
}

static void put_arc(Standings *sums, uint32_t number)
{
    *VEC_PUSH(&sums->stream, &sums->arcs) = number;
}

/* Edges come caller by caller. */
static bool add_arc(void *context, const Edge *edge)
{
    Standings *sums = context;
    if (!is_arc(edge))
        return true;
    if (!sums->arc_count || sums->arcs.ptr[sums->caller_at] != edge->caller) {
        sums->caller_at = sums->arcs.len;
        put_arc(sums, edge->caller);
        put_arc(sums, 0);
    }
    put_arc(sums, edge->callee);
    sums->arcs.ptr[sums->caller_at + 1]++;
    sums->arc_count++;
    sums->called[edge->callee / 64] |= UINT64_C(1) << edge->callee % 64;
    return true;
}

typedef struct EffectsOfFile {
    Standings *sums;
    const Language *language;
} EffectsOfFile;

static bool add_effects(void *context, const Edge *edge)
{
    const EffectsOfFile *file = context;
    if (edge->external && edge->kind == REFERENCE_CALL)
        file->sums->effects[edge->caller] |=
            effects_of_external(file->sums, file->language, edge->external);
    return true;
}

/* What a file's functions do themselves hangs on its own links. */
static bool keeps_effects(const CatalogFile *file)
{
    return file->standings && !(file->changed & CATALOG_LINKS);
}

void standing_add(Standings *sums, uint32_t id)
{
    const CatalogFile *file = &sums->catalog->files.ptr[id];
    catalog_visit_edges(sums->catalog, id, EDGE_LIKELY, add_arc, sums);
    if (!keeps_effects(file))
        catalog_visit_edges(sums->catalog, id, EDGE_EXTERNAL, add_effects,
                            &(EffectsOfFile){sums, file->language});
    for (uint32_t i = 0; i < file->count && keeps_effects(file); i++)
        sums->effects[file->first + i] = file->standings[i].effects;
}

/* ---- sums ---- */

static bool is_called(const Standings *sums, uint32_t symbol)
{
    return sums->called[symbol / 64] >> symbol % 64 & 1;
}

/* Not every processor that this runs on has an instruction for it. */
static unsigned count_bits(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* The place of a called symbol's sum. */
static uint32_t place_of(const Standings *sums, uint32_t symbol)
{
    uint64_t lower = sums->called[symbol / 64] & ((UINT64_C(1) << symbol % 64) - 1);
    return sums->before[symbol / 64] + count_bits(lower);
}

static void number_called(Standings *sums)
{
    size_t words = sums->catalog->symbol_count / 64 + 1;
    uint32_t count = 0;
    sums->before = NEW(&sums->arena, uint32_t, words);
    for (size_t i = 0; i < words; i++) {
        sums->before[i] = count;
        count += count_bits(sums->called[i]);
    }
    sums->called_count = count;
}

/* The arcs as places from now on; counts the callers of each called symbol, each once. */
static uint32_t *place_arcs(Standings *sums)
{
    uint32_t *fan_in = NEW(&sums->arena, uint32_t, sums->called_count);
    uint32_t *last = NEW(&sums->arena, uint32_t, sums->called_count);
    uint32_t *at = sums->arcs.ptr, *end = at + sums->arcs.len;
    while (at < end) {
        uint32_t caller = at[0], count = at[1];
        at[0] = is_called(sums, caller) ? place_of(sums, caller) : PLACE_NONE;
        at += 2;
        for (const uint32_t *until = at + count; at < until; at++) {
            uint32_t place = *at = place_of(sums, *at);
            fan_in[place] += last[place] != caller + 1;
            last[place] = caller + 1;
        }
    }
    return fan_in;
}

static uint64_t least_rank(void)
{
    return (uint64_t)RANK_ONE * (100 - RANK_DAMPING) / 100;
}

/* `uncalled` is the rank of every symbol that nobody calls. */
static void spread(const Standings *sums, uint64_t uncalled, const uint64_t *rank, uint64_t *next)
{
    const uint32_t *at = sums->arcs.ptr, *end = at + sums->arcs.len;
    for (size_t i = 0; i < sums->called_count; i++)
        next[i] = least_rank();
    while (at < end) {
        uint32_t caller = *at++, count = *at++;
        uint64_t own = caller == PLACE_NONE ? uncalled : rank[caller];
        uint64_t share = own * RANK_DAMPING / 100 / count;
        for (const uint32_t *until = at + count; at < until; at++)
            next[*at] += share;
    }
}

static uint64_t *spread_rank(Standings *sums)
{
    uint64_t *rank = NEW(&sums->arena, uint64_t, sums->called_count);
    uint64_t *next = NEW(&sums->arena, uint64_t, sums->called_count);
    int rounds = sums->arc_count > RANK_EDGES ? RANK_ROUNDS_LARGE : RANK_ROUNDS;
    for (size_t i = 0; i < sums->called_count; i++)
        rank[i] = RANK_ONE;
    for (int round = 0; round < rounds; round++) {
        spread(sums, round ? least_rank() : RANK_ONE, rank, next);
        uint64_t *old = rank;
        rank = next;
        next = old;
    }
    return rank;
}

/* Sixteenths of a power of two above the least rank, times 128: 512 doublings would fit. */
static uint16_t scale_rank(uint64_t rank)
{
    uint64_t least = least_rank();
    if (rank <= least)
        return 0;
    uint64_t ratio = rank * 256 / least;
    unsigned whole = 63u - (unsigned)__builtin_clzll(ratio);
    uint64_t part = (whole >= 4 ? ratio >> (whole - 4) : ratio << (4 - whole)) & 15;
    return (uint16_t)MIN(((uint64_t)(whole - 8) * 16 + part) * 128, (uint64_t)UINT16_MAX);
}

void standing_sum(Standings *sums)
{
    number_called(sums);
    sums->fan_in = place_arcs(sums);
    sums->rank = spread_rank(sums);
    arena_reset(&sums->stream); /* the arcs: what follows needs memory, too */
    sums->arcs.len = sums->arcs.cap = 0;
}

static Standing standing_of(const Standings *sums, uint32_t symbol)
{
    Standing now = {.effects = sums->effects[symbol]};
    if (is_called(sums, symbol)) {
        uint32_t place = place_of(sums, symbol);
        now.fan_in = sums->fan_in[place];
        now.rank = scale_rank(sums->rank[place]);
    }
    return now;
}

void standing_set(Standings *sums, uint32_t id)
{
    Catalog *catalog = sums->catalog;
    CatalogFile *file = &catalog->files.ptr[id];
    const CatalogFile *row = catalog_row(catalog, id);
    Arena *arena = catalog->lean ? &catalog->lean->links : catalog->arena;
    bool risks_known = file->standings && !(file->changed & (CATALOG_SYMBOLS | CATALOG_FILES));
    if (!file->standings)
        file->standings = NEW(arena, Standing, file->count);
    for (uint32_t i = 0; i < file->count; i++) {
        Standing now = standing_of(sums, file->first + i), *kept = &file->standings[i];
        bool same = now.fan_in == kept->fan_in && now.effects == kept->effects;
        now.risk = same && risks_known ? kept->risk : risk_of(row, i, &now).score;
        if (memcmp(&now, kept, sizeof now) != 0) {
            *kept = now;
            file->changed |= CATALOG_STANDINGS;
        }
    }
}
