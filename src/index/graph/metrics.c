/* PageRank (Page, Brin, Motwani, Winograd 1999) with damping 0.85 over the edges inside the
   repository, in fixed-point arithmetic. Ambiguous edges carry no rank, because a guess should not
   make a symbol important.

   Most symbols have no callers and therefore the minimal rank; only the others have a sum of their
   own. The graph is a stream of numbers that is read sequentially in each round: caller, number of
   callees, positions of the callees' sums.

   Two observations save work in the middle rounds. The rank of a symbol without callees influences
   nothing until the last round. What symbols without callers contribute is the same in all rounds
   but the first. So middle rounds process only arcs between symbols that both call and are called.
 */
#include "index/graph/metrics.h"

#include "base/id_map.h"
#include "base/parallel.h"
#include "index/catalog/catalog_lean.h"
#include "index/graph/effects.h"
#include "index/graph/risk.h"

#define RANK_ONE (1u << 20) /* every symbol's rank at the start */
#define RANK_DAMPING 85     /* percent */
#define RANK_ROUNDS 20
/* Larger graphs get fewer rounds: the order of the top ranks is stable by then. */
#define RANK_EDGES 2000000
#define RANK_ROUNDS_LARGE 6

/* Cache of effects by the name id of `ext:package:name`. */
typedef struct EffectMemo {
    Arena scratch;
    EffectRules rules; /* of the language used last */
    IdMap known;
} EffectMemo;

typedef VEC(uint32_t) ArcVec;

/* Edges gathered from some of the files, by one thread. */
typedef struct Gathering {
    MetricSums *sums;
    Arena arena, stream; /* stream holds the arcs */
    /* For each caller: itself, the number of its callees, and these; first as dense ids, later as
       positions of sums. */
    ArcVec arcs;
    size_t arc_count;
    size_t caller_at; /* position of the last caller in arcs */
    uint64_t *called; /* bit set over symbols */
    EffectMemo memo;
} Gathering;

/* Maximum number of gatherings, each of one thread and a share of the files. */
#define GATHERINGS_MAX 2u
/* With fewer symbols a second thread does not pay. */
#define GATHER_SYMBOLS_MIN 100000

/* While files are added, each gathering collects its arcs and sets a bit in `called` for each
   callee. metric_sums_sum joins these bit sets. A called symbol's position is the number of bits
   before its own, found with the counts in `before`. All later arrays have one item for each
   position. */
struct MetricSums {
    Catalog *catalog;
    Arena arena;
    Gathering gatherings[GATHERINGS_MAX];
    unsigned gathering_count;
    size_t arc_count;
    uint64_t *called; /* bit set over symbols that have callers, and so a sum */
    uint32_t *before; /* by word of `called`: number of bits set in all earlier words */
    size_t called_count;
    const uint32_t *fan_in; /* by position of the sum */
    const uint64_t *rank;
    uint8_t *effects; /* by symbol */
};

/* Position of a caller that has no callers itself. */
#define PLACE_NONE UINT32_MAX

static void open_gathering(MetricSums *sums)
{
    Gathering *gathering = &sums->gatherings[sums->gathering_count++];
    gathering->sums = sums;
    arena_open(&gathering->arena, 0);
    arena_open(&gathering->stream, 0);
    arena_open(&gathering->memo.scratch, 0);
    gathering->called = NEW(&gathering->arena, uint64_t, sums->catalog->symbol_count / 64 + 1);
}

MetricSums *metric_sums_open(Catalog *catalog)
{
    Arena arena;
    arena_open(&arena, 0);
    MetricSums *sums = NEW(&arena, MetricSums, 1);
    *sums = (MetricSums){.catalog = catalog, .arena = arena};
    open_gathering(sums);
    sums->called = sums->gatherings[0].called;
    sums->effects = NEW(&sums->arena, uint8_t, catalog->symbol_count + 1);
    return sums;
}

void metric_sums_close(MetricSums **sums)
{
    if (!*sums)
        return;
    Arena arena = (*sums)->arena;
    for (unsigned i = 0; i < (*sums)->gathering_count; i++) {
        Gathering *gathering = &(*sums)->gatherings[i];
        arena_close(&gathering->stream);
        arena_close(&gathering->memo.scratch);
        arena_close(&gathering->arena);
    }
    arena_close(&arena);
    *sums = NULL;
}

/* ---- gathering ---- */

static uint8_t external_effects(Gathering *gathering, const Language *language, uint32_t external)
{
    EffectMemo *memo = &gathering->memo;
    uint32_t known = id_map_get(&memo->known, external);
    if (known != ID_MAP_NONE)
        return (uint8_t)known;
    if (memo->rules.language != language)
        effects_rules(language, &memo->rules);
    Str name = catalog_name(gathering->sums->catalog, external);
    uint8_t effects = effects_of_external(memo->scratch, &memo->rules, name);
    id_map_put(&memo->known, &gathering->arena, external, effects);
    return effects;
}

static bool is_arc(const Edge *edge)
{
    return edge->callee != SYMBOL_NOWHERE && edge->confidence >= EDGE_LIKELY &&
           edge->callee != edge->caller;
}

static void put_arc(Gathering *gathering, uint32_t number)
{
    *VEC_PUSH(&gathering->stream, &gathering->arcs) = number;
}

/* Edges are ordered by caller. */
static bool add_arc(void *context, const Edge *edge)
{
    Gathering *gathering = context;
    if (!is_arc(edge))
        return true;
    if (!gathering->arc_count || gathering->arcs.ptr[gathering->caller_at] != edge->caller) {
        gathering->caller_at = gathering->arcs.len;
        put_arc(gathering, edge->caller);
        put_arc(gathering, 0);
    }
    put_arc(gathering, edge->callee);
    gathering->arcs.ptr[gathering->caller_at + 1]++;
    gathering->arc_count++;
    gathering->called[edge->callee / 64] |= UINT64_C(1) << edge->callee % 64;
    return true;
}

typedef struct EffectsOfFile {
    Gathering *gathering;
    const Language *language;
} EffectsOfFile;

static bool add_effects(void *context, const Edge *edge)
{
    const EffectsOfFile *file = context;
    if (edge->external && edge->kind == REFERENCE_CALL)
        file->gathering->sums->effects[edge->caller] |=
            external_effects(file->gathering, file->language, edge->external);
    return true;
}

/* Effects depend only on the file's own links; if these are unchanged, so are the effects. */
static bool keeps_effects(const CatalogFile *file)
{
    return file->metrics && !(file->changed & CATALOG_LINKS);
}

static void gather(Gathering *gathering, uint32_t id)
{
    MetricSums *sums = gathering->sums;
    const CatalogFile *file = &sums->catalog->files.ptr[id];
    catalog_visit_edges(sums->catalog, id, EDGE_LIKELY, add_arc, gathering);
    if (!keeps_effects(file))
        catalog_visit_edges(sums->catalog, id, EDGE_EXTERNAL, add_effects,
                            &(EffectsOfFile){gathering, file->language});
    for (uint32_t i = 0; i < file->count && keeps_effects(file); i++)
        sums->effects[file->first + i] = file->metrics[i].effects;
}

void metric_sums_add(MetricSums *sums, uint32_t id)
{
    gather(&sums->gatherings[0], id);
}

typedef struct GatherTask {
    MetricSums *sums;
    uint32_t ends[GATHERINGS_MAX]; /* id after the last file of each thread */
} GatherTask;

static void gather_some(void *state, unsigned number)
{
    GatherTask *task = state;
    for (uint32_t id = number ? task->ends[number - 1] : 0; id < task->ends[number]; id++)
        gather(&task->sums->gatherings[number], id);
}

void metric_sums_add_all(MetricSums *sums)
{
    const Catalog *catalog = sums->catalog;
    uint32_t files = (uint32_t)catalog->files.len, half = 0;
    GatherTask task = {sums, {files, files}};
    if (catalog->symbol_count >= GATHER_SYMBOLS_MIN && parallel_cores() > 1) {
        open_gathering(sums);
        while (half < files && catalog->files.ptr[half].first < catalog->symbol_count / 2)
            half++;
        task.ends[0] = half;
    }
    parallel_run(sums->gathering_count, gather_some, &task);
}

/* ---- sums ---- */

static bool is_called(const MetricSums *sums, uint32_t symbol)
{
    return sums->called[symbol / 64] >> symbol % 64 & 1;
}

/* Population count, without the instruction that not every target processor has. */
static unsigned count_bits(uint64_t bits)
{
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    bits = (bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (unsigned)(bits * UINT64_C(0x0101010101010101) >> 56);
}

/* The position of the sum of a symbol with callers. */
static uint32_t place_of(const MetricSums *sums, uint32_t symbol)
{
    uint64_t lower = sums->called[symbol / 64] & ((UINT64_C(1) << symbol % 64) - 1);
    return sums->before[symbol / 64] + count_bits(lower);
}

static void number_called(MetricSums *sums)
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

static void join_gatherings(MetricSums *sums)
{
    size_t words = sums->catalog->symbol_count / 64 + 1;
    sums->arc_count = sums->gatherings[0].arc_count;
    for (unsigned g = 1; g < sums->gathering_count; g++) {
        sums->arc_count += sums->gatherings[g].arc_count;
        for (size_t i = 0; i < words; i++)
            sums->called[i] |= sums->gatherings[g].called[i];
    }
}

/* Replaces dense ids in the arcs by positions, and counts the distinct callers of each symbol. */
static void place_arcs(const MetricSums *sums, ArcVec *arcs, uint32_t *fan_in, uint32_t *last)
{
    uint32_t *at = arcs->ptr, *end = at + arcs->len;
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
}

static uint32_t *place_all(MetricSums *sums)
{
    uint32_t *fan_in = NEW(&sums->arena, uint32_t, sums->called_count);
    Arena scratch = sums->arena;
    uint32_t *last = NEW(&scratch, uint32_t, sums->called_count);
    for (unsigned g = 0; g < sums->gathering_count; g++)
        place_arcs(sums, &sums->gatherings[g].arcs, fan_in, last);
    return fan_in;
}

static uint64_t least_rank(void)
{
    return (uint64_t)RANK_ONE * (100 - RANK_DAMPING) / 100;
}

static void swap(uint64_t **a, uint64_t **b)
{
    uint64_t *old = *a;
    *a = *b;
    *b = old;
}

/* The share of its rank that a caller gives to each callee. */
static uint64_t share_of(uint64_t rank, uint32_t count)
{
    return rank * RANK_DAMPING / 100 / count;
}

static void spread_arcs(const ArcVec *arcs, uint64_t uncalled, const uint64_t *rank, uint64_t *next)
{
    const uint32_t *at = arcs->ptr, *end = at + arcs->len;
    while (at < end) {
        uint32_t caller = *at++, count = *at++;
        const uint32_t *until = at + count;
        if (rank || caller == PLACE_NONE) {
            uint64_t share = share_of(caller == PLACE_NONE ? uncalled : rank[caller], count);
            for (; at < until; at++)
                next[*at] += share;
        }
        at = until;
    }
}

/* One round. `uncalled` is the rank of all symbols without callers. If `rank` is NULL, only those
   contribute. */
static void spread(const MetricSums *sums, uint64_t uncalled, const uint64_t *rank, uint64_t *next)
{
    for (size_t i = 0; i < sums->called_count; i++)
        next[i] = least_rank();
    for (unsigned g = 0; g < sums->gathering_count; g++)
        spread_arcs(&sums->gatherings[g].arcs, uncalled, rank, next);
}

static void mark_callers(const ArcVec *arcs, bool *calls)
{
    for (size_t i = 0; i < arcs->len; i += 2 + arcs->ptr[i + 1])
        if (arcs->ptr[i] != PLACE_NONE)
            calls[arcs->ptr[i]] = true;
}

static void add_inner(Arena *arena, ArcVec *inner, const bool *calls, const ArcVec *arcs)
{
    const uint32_t *at = arcs->ptr, *end = at + arcs->len;
    while (at < end) {
        uint32_t caller = *at++, count = *at++;
        const uint32_t *until = at + count;
        size_t begin = inner->len;
        for (; at < until && caller != PLACE_NONE; at++) {
            if (!calls[*at])
                continue;
            if (inner->len == begin) {
                *VEC_PUSH(arena, inner) = caller;
                *VEC_PUSH(arena, inner) = count;
                *VEC_PUSH(arena, inner) = 0;
            }
            *VEC_PUSH(arena, inner) = *at;
            inner->ptr[begin + 2]++;
        }
        at = until;
    }
}

/* The arcs between symbols that both call and are called. For each caller: its position, the
   number of all its callees, the number of callees that follow, and their positions. */
static ArcVec list_inner(MetricSums *sums)
{
    ArcVec inner = {0};
    Gathering *gatherings = sums->gatherings;
    Arena scratch = sums->arena;
    bool *calls = NEW(&scratch, bool, sums->called_count);
    for (unsigned g = 0; g < sums->gathering_count; g++)
        mark_callers(&gatherings[g].arcs, calls);
    for (unsigned g = 0; g < sums->gathering_count; g++)
        add_inner(&gatherings[0].stream, &inner, calls, &gatherings[g].arcs);
    return inner;
}

/* `next` must start with the contributions of symbols without callers. */
static void spread_inner(const ArcVec *inner, const uint64_t *rank, uint64_t *next)
{
    const uint32_t *at = inner->ptr, *end = at + inner->len;
    while (at < end) {
        uint32_t caller = *at++, count = *at++, some = *at++;
        uint64_t share = share_of(rank[caller], count);
        for (const uint32_t *until = at + some; at < until; at++)
            next[*at] += share;
    }
}

/* The middle rounds. Afterwards the sums of symbols without callees are wrong; the last round
   corrects them. */
static void spread_between(MetricSums *sums, uint64_t **rank, uint64_t **next)
{
    ArcVec inner = list_inner(sums);
    uint64_t *given = NEW(&sums->arena, uint64_t, sums->called_count);
    spread(sums, least_rank(), NULL, given);
    for (int round = 1; round + 1 < RANK_ROUNDS; round++) {
        memcpy(*next, given, sums->called_count * sizeof *given);
        spread_inner(&inner, *rank, *next);
        swap(rank, next);
    }
}

static uint64_t *spread_rank(MetricSums *sums)
{
    uint64_t *rank = NEW(&sums->arena, uint64_t, sums->called_count);
    uint64_t *next = NEW(&sums->arena, uint64_t, sums->called_count);
    for (size_t i = 0; i < sums->called_count; i++)
        rank[i] = RANK_ONE;
    spread(sums, RANK_ONE, rank, next);
    swap(&rank, &next);
    if (sums->arc_count <= RANK_EDGES)
        spread_between(sums, &rank, &next);
    for (int round = 2; round < RANK_ROUNDS_LARGE && sums->arc_count > RANK_EDGES; round++) {
        spread(sums, least_rank(), rank, next);
        swap(&rank, &next);
    }
    spread(sums, least_rank(), rank, next);
    return next;
}

/* Logarithm of the rank relative to the minimal rank, with four fractional bits, times 128. There
   is room for 512 at the maximum of 16 bits. */
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

void metric_sums_sum(MetricSums *sums)
{
    join_gatherings(sums);
    number_called(sums);
    sums->fan_in = place_all(sums);
    sums->rank = spread_rank(sums);
    for (unsigned i = 0; i < sums->gathering_count; i++) {
        /* free memory for the steps that follow */
        arena_reset(&sums->gatherings[i].stream);
        sums->gatherings[i].arcs = (ArcVec){0};
    }
}

static SymbolMetrics metrics_of(const MetricSums *sums, uint32_t symbol)
{
    SymbolMetrics now = {.effects = sums->effects[symbol]};
    if (is_called(sums, symbol)) {
        uint32_t place = place_of(sums, symbol);
        now.fan_in = sums->fan_in[place];
        now.rank = scale_rank(sums->rank[place]);
    }
    return now;
}

void metric_sums_set(MetricSums *sums, uint32_t id)
{
    Catalog *catalog = sums->catalog;
    CatalogFile *file = &catalog->files.ptr[id];
    const CatalogFile *row = catalog_row(catalog, id);
    Arena *arena = catalog->lean ? &catalog->lean->links : catalog->arena;
    const RiskOf of = risk_of_file(catalog, row);
    bool risks_known = file->metrics && !(file->changed & (CATALOG_SYMBOLS | CATALOG_FILES));
    if (!file->metrics)
        file->metrics = NEW(arena, SymbolMetrics, file->count);
    for (uint32_t i = 0; i < file->count; i++) {
        SymbolMetrics now = metrics_of(sums, file->first + i), *kept = &file->metrics[i];
        bool same = now.fan_in == kept->fan_in && now.effects == kept->effects;
        now.risk = same && risks_known ? kept->risk : risk_of(&of, i, &now).score;
        if (memcmp(&now, kept, sizeof now) != 0) {
            *kept = now;
            file->changed |= CATALOG_METRICS;
        }
    }
}
