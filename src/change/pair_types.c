/* Pairing of types by their members. Types that share a member's name, or a member that is equal to
   the last token, are candidates. The best pairs are joined first, each with its members. */
#include "change/pair_state.h"

#include "base/hash.h"
#include "base/id_map.h"
#include "change/merge_join.h"

/* Names of members that more types have say little. */
#define TYPES_OF_NAME_MAX 64
/* Minimum similarity of partners in percent: under another name, under the same name. */
#define SIMILAR_RENAMED 45
#define SIMILAR_NAMED 20

typedef struct TypeMember {
    uint64_t name, deep;
} TypeMember;

typedef struct TypeCard {
    SymbolRef ref;
    uint64_t name;
    uint32_t count;
    TypeMember *members; /* by name */
} TypeCard;
typedef VEC(TypeCard) TypeCardVec;

typedef struct TypeMatch {
    uint32_t old, new; /* indices in the lists of cards */
    uint32_t score;
    uint32_t depth; /* sum of both depths: containers are paired before their members */
} TypeMatch;
typedef VEC(TypeMatch) TypeMatchVec;

static int by_name(const void *a, const void *b)
{
    const TypeMember *x = a, *y = b;
    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return x->deep < y->deep ? -1 : x->deep > y->deep;
}

static TypeCard card_of(const Pairs *pairs, Arena *arena, SymbolRef ref, bool old)
{
    const ChangeSide *side = pair_side(pairs, ref.file, old);
    const SymbolVec *symbols = &side->outline.symbols;
    const Symbol *symbol = &symbols->ptr[ref.symbol];
    TypeCard card = {.ref = ref, .name = hash_fast(symbol->name)};
    card.members = NEW(arena, TypeMember, symbol->next - ref.symbol);
    for (uint32_t i = ref.symbol + 1; i < symbol->next; i = symbols->ptr[i].next) {
        /* A constructor is named after its class, so it gets a fixed name. */
        bool maker = symbols->ptr[i].kind == SYMBOL_CONSTRUCTOR;
        card.members[card.count++] =
            (TypeMember){maker ? 1 : hash_fast(symbols->ptr[i].name), side->own[i].deep};
    }
    if (card.count)
        qsort(card.members, card.count, sizeof *card.members, by_name);
    return card;
}

/* Symbols with members: types, namespaces, sections. */
static TypeCardVec cards_of(const Pairs *pairs, Arena *arena, bool old)
{
    TypeCardVec cards = {0};
    SymbolRefVec free = pair_free(pairs, arena, old);
    for (size_t i = 0; i < free.len; i++) {
        const Symbol *symbol = pair_symbol(pairs, free.ptr[i], old);
        if (symbol->next > free.ptr[i].symbol + 1 && pair_group(symbol->kind) != GROUP_CALLABLE &&
            pair_group(symbol->kind) != GROUP_VALUE)
            *VEC_PUSH(arena, &cards) = card_of(pairs, arena, free.ptr[i], old);
    }
    return cards;
}

/* Members of the same name count 3 and equal members 4, scaled so that 100 means all members are
   equal. Equal type names add SIMILAR_RENAMED. */
static uint32_t score_of(const TypeCard *a, const TypeCard *b)
{
    uint32_t common = 0;
    for (uint32_t i = 0, k = 0; i < a->count && k < b->count;) {
        if (a->members[i].name != b->members[k].name) {
            *(a->members[i].name < b->members[k].name ? &i : &k) += 1;
            continue;
        }
        common += a->members[i].deep == b->members[k].deep ? 4 : 3;
        i++;
        k++;
    }
    return common * 50 / MAX(a->count + b->count, 1u) + (a->name == b->name ? SIMILAR_RENAMED : 0);
}

static void add_match(const Pairs *pairs, Arena *arena, const TypeCardVec lists[2],
                      TypeMatchVec *matches, uint32_t old, uint32_t new)
{
    const TypeCard *a = &lists[0].ptr[old], *b = &lists[1].ptr[new];
    if (!pair_may(pair_symbol(pairs, a->ref, true), pair_symbol(pairs, b->ref, false)))
        return;
    uint32_t score = score_of(a, b);
    uint32_t depth = (uint32_t)pair_symbol(pairs, a->ref, true)->depth +
                     pair_symbol(pairs, b->ref, false)->depth;
    if (score >= (a->name == b->name ? SIMILAR_RENAMED + SIMILAR_NAMED : SIMILAR_RENAMED))
        *VEC_PUSH(arena, matches) = (TypeMatch){old, new, score, depth};
}

/* Join keys of a card: its name, each member's name once, each member's hash. */
static KeyedVec uses_of(Arena *arena, const TypeCardVec *cards)
{
    KeyedVec uses = {0};
    for (uint32_t i = 0; i < cards->len; i++) {
        const TypeCard *card = &cards->ptr[i];
        *VEC_PUSH(arena, &uses) = (KeyedItem){card->name ^ HASH_SPREAD, i};
        for (uint32_t k = 0; k < card->count; k++)
            if (!k || card->members[k].name != card->members[k - 1].name)
                *VEC_PUSH(arena, &uses) = (KeyedItem){card->members[k].name, i};
        for (uint32_t k = 0; k < card->count; k++)
            *VEC_PUSH(arena, &uses) = (KeyedItem){card->members[k].deep * HASH_SPREAD, i};
    }
    merge_join_sort(&uses);
    return uses;
}

static TypeMatchVec matches_of(const Pairs *pairs, Arena *arena, const TypeCardVec lists[2])
{
    TypeMatchVec matches = {0};
    IdMap seen = {0};
    KeyedVec old = uses_of(arena, &lists[0]), new = uses_of(arena, &lists[1]);
    MergeJoin meeting = {.old = &old, .new = &new};
    JoinRun run;
    while (merge_join_next(&meeting, &run)) {
        bool rare = run.old_count <= TYPES_OF_NAME_MAX && run.new_count <= TYPES_OF_NAME_MAX;
        for (size_t a = 0; rare && a < run.old_count; a++)
            for (size_t b = 0; b < run.new_count; b++)
                if (id_map_put(&seen, arena, id_pair(run.old[a].item, run.new[b].item), 0) ==
                    ID_MAP_NONE)
                    add_match(pairs, arena, lists, &matches, run.old[a].item, run.new[b].item);
    }
    return matches;
}

static int best_first(const void *a, const void *b)
{
    const TypeMatch *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return pair_order(x->old, x->new, y->old, y->new);
}

void pair_types(const Pairs *pairs, Arena scratch)
{
    TypeCardVec lists[2] = {cards_of(pairs, &scratch, true), cards_of(pairs, &scratch, false)};
    TypeMatchVec matches = matches_of(pairs, &scratch, lists);
    if (matches.len)
        qsort(matches.ptr, matches.len, sizeof *matches.ptr, best_first);
    for (size_t i = 0; i < matches.len; i++) {
        SymbolRef old = lists[0].ptr[matches.ptr[i].old].ref;
        SymbolRef new = lists[1].ptr[matches.ptr[i].new].ref;
        if (!pair_is_free(pairs, old, true) || !pair_is_free(pairs, new, false))
            continue;
        pair_join(pairs, old, new, MIN(matches.ptr[i].score, 100u));
        pair_members(pairs, scratch, old, new);
    }
}
