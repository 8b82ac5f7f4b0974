/* PageRank (Page, Brin, Motwani, Winograd 1999) with damping 0.85 over edges that stay inside, in
   fixed point. Ambiguous edges carry no rank: a guess should not make anything important. Most
   symbols are called by nobody: sums are kept of the others only, and the graph as packed numbers,
   which a pass reads from the front. */
#include "index/standing.h"

#include "base/id_map.h"
#include "base/pack.h"
#include "index/catalog_lean.h"
#include "index/effects.h"
#include "index/risk.h"

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
    Arena arena, stream, work;
    /* For each caller: its difference to the one before, how many it calls, and each of these as a
       difference to it. */
    Buf arcs;
    size_t arc_count;
    uint32_t caller;  /* the last one in arcs */
    uint64_t *called; /* a bit a symbol; only those have a sum of their own */
    uint32_t *before; /* by word of these: bits that are set in those before it */
    size_t called_count;
    const uint32_t *fan_in; /* of called ones */
    const uint64_t *rank;
    uint8_t *effects; /* by symbol */
    EffectMemo memo;
};

Standings *standing_open(Catalog *catalog)
{
    Arena arena;
    arena_open(&arena, 0);
    Standings *sums = NEW(&arena, Standings, 1);
    *sums = (Standings){.catalog = catalog, .arena = arena};
    arena_open(&sums->stream, 0);
    arena_open(&sums->work, 0);
    arena_open(&sums->memo.scratch, 0);
    sums->arcs = buf_open(&sums->stream, 0);
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
    arena_close(&(*sums)->work);
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

/* Those of one caller; returns where the next one's begin. */
static size_t add_caller(Standings *sums, const EdgeVec *edges, size_t first)
{
    uint32_t caller = edges->ptr[first].caller;
    size_t end = first, count = 0;
    for (; end < edges->len && edges->ptr[end].caller == caller; end++)
        count += is_arc(&edges->ptr[end]);
    if (!count)
        return end;
    pack_put(&sums->arcs, caller - sums->caller);
    pack_put(&sums->arcs, count);
    sums->caller = caller;
    sums->arc_count += count;
    for (size_t i = first; i < end; i++) {
        uint32_t callee = edges->ptr[i].callee;
        if (!is_arc(&edges->ptr[i]))
            continue;
        pack_put_near(&sums->arcs, callee, caller);
        sums->called[callee / 64] |= UINT64_C(1) << callee % 64;
    }
    return end;
}

void standing_add(Standings *sums, uint32_t file)
{
    EdgeVec edges = {0};
    const Language *language = sums->catalog->files.ptr[file].language;
    arena_reset(&sums->work);
    catalog_edges(sums->catalog, &sums->work, file, &edges);
    for (size_t i = 0; i < edges.len;)
        i = add_caller(sums, &edges, i);
    for (size_t i = 0; i < edges.len; i++)
        if (edges.ptr[i].external && edges.ptr[i].kind == REFERENCE_CALL)
            sums->effects[edges.ptr[i].caller] |=
                effects_of_external(sums, language, edges.ptr[i].external);
}

/* ---- sums ---- */

typedef struct ArcReader {
    Unpack in;
    uint32_t caller;
    uint64_t count; /* of its callees, which are read with next_callee */
} ArcReader;

static bool next_caller(ArcReader *reader)
{
    if (unpack_is_done(&reader->in))
        return false;
    reader->caller += unpack_u32(&reader->in);
    reader->count = unpack_take(&reader->in);
    return true;
}

static uint32_t next_callee(ArcReader *reader)
{
    return (uint32_t)unpack_near(&reader->in, reader->caller);
}

static bool is_called(const Standings *sums, uint32_t symbol)
{
    return sums->called[symbol / 64] >> symbol % 64 & 1;
}

/* The place of a called symbol's sum. */
static uint32_t place_of(const Standings *sums, uint32_t symbol)
{
    uint64_t lower = sums->called[symbol / 64] & ((UINT64_C(1) << symbol % 64) - 1);
    return sums->before[symbol / 64] + (uint32_t)__builtin_popcountll(lower);
}

static void number_called(Standings *sums)
{
    size_t words = sums->catalog->symbol_count / 64 + 1, count = 0;
    sums->before = NEW(&sums->arena, uint32_t, words);
    for (size_t i = 0; i < words; i++) {
        sums->before[i] = (uint32_t)count;
        count += (size_t)__builtin_popcountll(sums->called[i]);
    }
    sums->called_count = count;
}

/* Callers of each called symbol, each once: arcs come caller by caller. */
static uint32_t *count_fan_in(Standings *sums)
{
    uint32_t *fan_in = NEW(&sums->arena, uint32_t, sums->called_count);
    uint32_t *last = NEW(&sums->arena, uint32_t, sums->called_count);
    ArcReader reader = {.in = unpack_open(buf_str(&sums->arcs))};
    while (next_caller(&reader))
        for (uint64_t i = 0; i < reader.count; i++) {
            uint32_t place = place_of(sums, next_callee(&reader));
            fan_in[place] += last[place] != reader.caller + 1;
            last[place] = reader.caller + 1;
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
    ArcReader reader = {.in = unpack_open(buf_str(&sums->arcs))};
    for (size_t i = 0; i < sums->called_count; i++)
        next[i] = least_rank();
    while (next_caller(&reader)) {
        bool called = is_called(sums, reader.caller);
        uint64_t own = called ? rank[place_of(sums, reader.caller)] : uncalled;
        uint64_t share = own * RANK_DAMPING / 100 / reader.count;
        for (uint64_t i = 0; i < reader.count; i++)
            next[place_of(sums, next_callee(&reader))] += share;
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
    sums->fan_in = count_fan_in(sums);
    sums->rank = spread_rank(sums);
}

void standing_set(Standings *sums, uint32_t id)
{
    Catalog *catalog = sums->catalog;
    CatalogFile *file = &catalog->files.ptr[id];
    const CatalogFile *row = catalog_row(catalog, id);
    Arena *arena = catalog->lean ? &catalog->lean->links : catalog->arena;
    if (!file->standings)
        file->standings = NEW(arena, Standing, file->count);
    for (uint32_t i = 0; i < file->count; i++) {
        uint32_t symbol = file->first + i;
        Standing now = {.effects = sums->effects[symbol]};
        if (is_called(sums, symbol)) {
            uint32_t place = place_of(sums, symbol);
            now.fan_in = sums->fan_in[place];
            now.rank = scale_rank(sums->rank[place]);
        }
        now.risk = risk_of(row, i, &now).score;
        if (memcmp(&now, &file->standings[i], sizeof now) != 0) {
            file->standings[i] = now;
            file->changed |= CATALOG_STANDINGS;
        }
    }
}
