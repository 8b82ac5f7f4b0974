/* Extracted and inlined functions. A new function whose tokens were in a body that lost them was
   extracted from it. A removed function whose tokens are in a body that did not have them was
   inlined into it. Only the likeliest changed body is reported, and only if it names the function
   now (or named it before). */
#include "change/features.h"

/* Minimum size in pairs of tokens; smaller functions resemble many bodies. */
#define PART_TOKENS_MIN 12
/* Minimum share that must have moved, in thousandths. */
#define PART_MOVED_MIN 600
/* Maximum number of comparisons: bodies times functions. */
#define COMPARED_MAX 200000

typedef struct Body {
    SymbolRef old, new;
    Features old_features, new_features;
} Body;
typedef VEC(Body) BodyVec;

/* Functions in both states whose bodies differ. */
static BodyVec bodies_of(const Pairs *pairs, Arena *arena)
{
    BodyVec bodies = {0};
    for (uint32_t f = 0; f < pairs->set->files.len; f++) {
        const ChangeSide *side = pair_side(pairs, f, false);
        for (uint32_t i = 0; i < side->outline.symbols.len; i++) {
            SymbolRef new = {f, i};
            const Partner *partner = pair_partner(pairs, new, false);
            if (partner->symbol == SYMBOL_ABSENT ||
                !symbol_is_callable(pair_symbol(pairs, new, false)->kind))
                continue;
            SymbolRef old = {partner->file, partner->symbol};
            if (pair_own(pairs, old, true)->body == pair_own(pairs, new, false)->body)
                continue;
            *VEC_PUSH(arena, &bodies) =
                (Body){.old = old,
                       .new = new,
                       .old_features = features_of(pairs, arena, old, true),
                       .new_features = features_of(pairs, arena, new, false)};
        }
    }
    return bodies;
}

static bool has_hash(HashSet set, uint32_t hash)
{
    uint32_t low = 0, high = set.len;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (set.ptr[middle] < hash)
            low = middle + 1;
        else
            high = middle;
    }
    return low < set.len && set.ptr[low] == hash;
}

/* Number of the part's pairs that one state of the body has more often than the other, each counted
   at most as often as in the part. All sets are ascending. */
static uint32_t count_moved(HashSet part, HashSet with, HashSet without)
{
    uint32_t moved = 0, w = 0, o = 0;
    for (uint32_t i = 0; i < part.len;) {
        uint32_t hash = part.ptr[i], wanted = 0, more = 0, less = 0;
        for (; i < part.len && part.ptr[i] == hash; i++)
            wanted++;
        for (; w < with.len && with.ptr[w] <= hash; w++)
            more += with.ptr[w] == hash;
        for (; o < without.len && without.ptr[o] <= hash; o++)
            less += without.ptr[o] == hash;
        moved += more > less ? MIN(wanted, more - less) : 0;
    }
    return moved;
}

/* Share of the part, in thousandths, that was in one state of the body and is not in the other.
   Pairs that repeat in the body remain in both states, so they are counted too. */
static uint32_t moved_share(const Features *part, const Features *with, const Features *without)
{
    uint32_t inside = features_within(part->pairs, with->pairs);
    uint32_t still = features_within(part->pairs, without->pairs);
    if (inside < PART_MOVED_MIN)
        return 0;
    uint32_t moved = 1000 * count_moved(part->pairs, with->pairs, without->pairs) / part->pairs.len;
    return inside > still ? MAX(inside - still / 2, moved) : moved;
}

/* Tie-break: a body in the same file first, then by hash, which does not depend on which side is
   old. */
static bool is_likelier(const Body *body, const Body *than, const Features *part, bool old)
{
    bool near = (old ? body->old : body->new).file == part->ref.file;
    bool than_near = (old ? than->old : than->new).file == part->ref.file;
    if (near != than_near)
        return near;
    return (body->old_features.body ^ body->new_features.body) <
           (than->old_features.body ^ than->new_features.body);
}

static void find_body(const Pairs *pairs, const BodyVec *bodies, const Features *part, bool old)
{
    uint32_t best = PART_MOVED_MIN, name = part->word;
    const Body *chosen = NULL;
    for (size_t i = 0; i < bodies->len; i++) {
        const Body *body = &bodies->ptr[i];
        const Features *with = old ? &body->new_features : &body->old_features;
        const Features *without = old ? &body->old_features : &body->new_features;
        if (!has_hash(without->words, name))
            continue;
        uint32_t share = moved_share(part, with, without);
        if (share < best || (share == best && chosen && !is_likelier(body, chosen, part, old)))
            continue;
        best = share;
        chosen = body;
    }
    if (chosen)
        *pair_partner(pairs, part->ref, old) = (Partner){.file = chosen->new.file,
                                                         .symbol = chosen->new.symbol,
                                                         .similarity = (uint16_t)(best / 10),
                                                         .extracted = true};
}

void pair_parts(const Pairs *pairs, Arena scratch)
{
    BodyVec bodies = bodies_of(pairs, &scratch);
    for (unsigned s = 0; s < 2 && bodies.len; s++) {
        bool old = s == 0;
        SymbolRefVec free = pair_free(pairs, &scratch, old);
        if (free.len * bodies.len > COMPARED_MAX)
            continue;
        for (size_t i = 0; i < free.len; i++) {
            if (!symbol_is_callable(pair_symbol(pairs, free.ptr[i], old)->kind))
                continue;
            Features part = features_of(pairs, &scratch, free.ptr[i], old);
            if (part.pairs.len >= PART_TOKENS_MIN)
                find_body(pairs, &bodies, &part, old);
        }
    }
}
