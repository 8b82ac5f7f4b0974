/* Pairing by similarity, for symbols without a partner by name. Comparing all with all would cost
   the product of both sides. Only symbols that share a rare pair of tokens, a name or a container
   are compared. */
#include "change/features.h"

#include "base/hash.h"
#include "base/id_map.h"
#include "change/merge_join.h"

/* Size of a body's sketch: the smallest hashes of its pairs of tokens (min-hashing; Broder, "On the
   resemblance and containment of documents"). Similar bodies share most of them. */
#define SKETCH 24
/* Features shared by more symbols say little. */
#define SHARED_MAX 24
/* Maximum number of names on which one body votes. */
#define VOTES_MAX 16
/* Maximum number of symbols per side that are compared within one container. */
#define CONTAINER_MAX 60

/* Minimum scores in thousandths: for the same name, the same container, neither. */
#define NAMESAKE_MIN 370
#define RENAMED_MIN 527
#define FAR_MIN 640
/* Bonus for each body that named the old symbol and names the new one now. */
#define VOTE_BONUS 60
#define VOTES_COUNTED 3
/* Symbols of the same name in the same container are paired first. */
#define NAMESAKE_BONUS 300

typedef struct Candidate {
    uint32_t old, new; /* indices in the lists of features */
    uint32_t score;
    uint32_t shown; /* similarity alone, without the other evidence */
    uint32_t depth; /* sum of both depths: containers are paired before their members */
} Candidate;

typedef struct Search {
    const Pairs *pairs;
    Arena *arena;
    VEC(Features) lists[2];
    IdMap seen;
    IdMap names[2]; /* names of symbols without a partner */
    IdMap votes;    /* (old name, new name) → number of votes */
    VEC(Candidate) candidates;
} Search;

/* ---- votes ---- */

/* Names of unpaired symbols that a body mentions on one side and not on the other. */
static void lost_words(const HashSet *in, const HashSet *without, const IdMap *names,
                       uint32_t found[VOTES_MAX], uint32_t *count)
{
    uint32_t k = 0;
    *count = 0;
    for (uint32_t i = 0; i < in->len && *count < VOTES_MAX; i++) {
        while (k < without->len && without->ptr[k] < in->ptr[i])
            k++;
        bool there = k < without->len && without->ptr[k] == in->ptr[i];
        bool again = i && in->ptr[i - 1] == in->ptr[i];
        if (!there && !again && id_map_get(names, in->ptr[i]) != ID_MAP_NONE)
            found[(*count)++] = in->ptr[i];
    }
}

/* A body that named one symbol and names another one now votes for the pair. */
static void vote(Search *search, Arena scratch, SymbolRef old, SymbolRef new)
{
    uint32_t lost[VOTES_MAX], won[VOTES_MAX], lost_count, won_count;
    Features a = features_of(search->pairs, &scratch, old, true);
    Features b = features_of(search->pairs, &scratch, new, false);
    lost_words(&a.words, &b.words, &search->names[0], lost, &lost_count);
    lost_words(&b.words, &a.words, &search->names[1], won, &won_count);
    for (uint32_t i = 0; i < lost_count; i++)
        for (uint32_t k = 0; k < won_count; k++) {
            uint64_t key = id_pair(lost[i], won[k]);
            uint32_t votes = id_map_get(&search->votes, key);
            id_map_put(&search->votes, search->arena, key, votes == ID_MAP_NONE ? 1 : votes + 1);
        }
}

static void count_votes(Search *search, Arena scratch)
{
    const ChangeSet *set = search->pairs->set;
    for (unsigned s = 0; s < 2; s++)
        for (size_t i = 0; i < search->lists[s].len; i++)
            id_map_put(&search->names[s], search->arena, search->lists[s].ptr[i].word, 1);
    for (uint32_t f = 0; f < set->files.len; f++)
        for (uint32_t i = 0; i < set->files.ptr[f].new.outline.symbols.len; i++) {
            SymbolRef new = {f, i};
            const Partner *partner = pair_partner(search->pairs, new, false);
            if (partner->symbol == SYMBOL_ABSENT)
                continue;
            SymbolRef old = {partner->file, partner->symbol};
            if (pair_own(search->pairs, old, true)->body !=
                pair_own(search->pairs, new, false)->body)
                vote(search, scratch, old, new);
        }
}

static uint32_t votes_for(const Search *search, const Features *old, const Features *new)
{
    uint32_t votes = id_map_get(&search->votes, id_pair(old->word, new->word));
    return votes == ID_MAP_NONE ? 0 : votes;
}

/* ---- scores ---- */

static uint32_t body_score(const Features *a, const Features *b)
{
    if (a->body == b->body && a->words.len + a->pairs.len)
        return 1000;
    uint32_t words = features_dice(a->words, b->words, 500);
    uint32_t pairs = features_dice(a->pairs, b->pairs, 500);
    return (words + pairs) / 2;
}

static uint32_t measure(const Features *a, const Features *b, bool callable, uint32_t *shown)
{
    uint32_t body = body_score(a, b), head = features_dice(a->head, b->head, 1000);
    uint32_t name = a->name_hash == b->name_hash ? 1000 : features_dice(a->name, b->name, 0);
    uint32_t place = a->container == b->container ? 1000 : 0;
    *shown = callable && a->pairs.len ? (3 * body + head) / 4 : (body + head) / 2;
    if (callable)
        return (68 * body + head + 17 * name + 14 * place) / 100;
    return (30 * body + 30 * head + 25 * name + 15 * place) / 100;
}

static uint32_t least_score(const Features *a, const Features *b)
{
    if (a->name_hash == b->name_hash)
        return NAMESAKE_MIN;
    return a->container == b->container ? RENAMED_MIN : FAR_MIN;
}

static void add_candidate(Search *search, uint32_t old, uint32_t new)
{
    const Features *a = &search->lists[0].ptr[old], *b = &search->lists[1].ptr[new];
    const Symbol *x = pair_symbol(search->pairs, a->ref, true);
    const Symbol *y = pair_symbol(search->pairs, b->ref, false);
    if (!pair_may(x, y) ||
        id_map_put(&search->seen, search->arena, id_pair(old, new), 0) != ID_MAP_NONE)
        return;
    uint32_t shown, score = measure(a, b, symbol_is_callable(x->kind), &shown);
    score += VOTE_BONUS * MIN(votes_for(search, a, b), (uint32_t)VOTES_COUNTED);
    if (score < least_score(a, b))
        return;
    if (a->name_hash == b->name_hash && a->container == b->container)
        score += NAMESAKE_BONUS;
    *VEC_PUSH(search->arena, &search->candidates) =
        (Candidate){old, new, score, shown, (uint32_t)x->depth + y->depth};
}

/* ---- candidates ---- */

static void compare_runs(Search *search, KeyedVec uses[2], size_t most)
{
    MergeJoin meeting = {.old = &uses[0], .new = &uses[1]};
    JoinRun run;
    merge_join_sort(&uses[0]);
    merge_join_sort(&uses[1]);
    while (merge_join_next(&meeting, &run)) {
        bool rare = run.old_count <= most && run.new_count <= most;
        for (size_t a = 0; rare && a < run.old_count; a++)
            for (size_t b = 0; b < run.new_count; b++)
                add_candidate(search, run.old[a].item, run.new[b].item);
        /* Of many, pairs the first with the first, and so on. */
        for (size_t i = 0; !rare && i < MIN(run.old_count, run.new_count); i++)
            add_candidate(search, run.old[i].item, run.new[i].item);
    }
}

static void compare_by_name(Search *search, Arena scratch)
{
    KeyedVec uses[2] = {0};
    for (unsigned s = 0; s < 2; s++)
        for (uint32_t i = 0; i < search->lists[s].len; i++)
            *VEC_PUSH(&scratch, &uses[s]) = (KeyedItem){search->lists[s].ptr[i].name_hash, i};
    compare_runs(search, uses, SHARED_MAX);
}

static void compare_by_body(Search *search, Arena scratch)
{
    KeyedVec uses[2] = {0};
    for (unsigned s = 0; s < 2; s++)
        for (uint32_t i = 0; i < search->lists[s].len; i++) {
            const Features *features = &search->lists[s].ptr[i];
            *VEC_PUSH(&scratch, &uses[s]) = (KeyedItem){features->body ^ HASH_SPREAD, i};
            for (uint32_t k = 0; k < MIN(features->pairs.len, (uint32_t)SKETCH); k++)
                *VEC_PUSH(&scratch, &uses[s]) = (KeyedItem){features->pairs.ptr[k], i};
        }
    compare_runs(search, uses, SHARED_MAX);
}

static void compare_by_container(Search *search, Arena scratch)
{
    KeyedVec uses[2] = {0};
    for (unsigned s = 0; s < 2; s++)
        for (uint32_t i = 0; i < search->lists[s].len; i++)
            *VEC_PUSH(&scratch, &uses[s]) = (KeyedItem){search->lists[s].ptr[i].container, i};
    compare_runs(search, uses, CONTAINER_MAX);
}

/* ---- features ---- */

/* A number for each symbol or file of the new side; partners on the old side get the same. */
static uint32_t number_of(Search *search, IdMap *numbers, SymbolRef ref, bool old)
{
    if (old && ref.symbol != SYMBOL_ABSENT) {
        const Partner *partner = pair_partner(search->pairs, ref, true);
        if (partner->symbol == SYMBOL_ABSENT)
            return FEATURE_NONE;
        ref = (SymbolRef){partner->file, partner->symbol};
    }
    uint64_t key = id_pair(ref.file, ref.symbol);
    uint32_t number = id_map_get(numbers, key);
    if (number == ID_MAP_NONE) {
        number = (uint32_t)numbers->len;
        id_map_put(numbers, search->arena, key, number);
    }
    return number;
}

static void gather_features(Search *search, IdMap *numbers, const SymbolRefVec *free, bool old)
{
    for (size_t i = 0; i < free->len; i++) {
        Features *features = VEC_PUSH(search->arena, &search->lists[old ? 0 : 1]);
        *features = features_of(search->pairs, search->arena, free->ptr[i], old);
        const Outline *outline = &pair_side(search->pairs, free->ptr[i].file, old)->outline;
        uint32_t outer = symbol_outer(&outline->symbols, free->ptr[i].symbol);
        SymbolRef around = {free->ptr[i].file, outer ? outer - 1 : SYMBOL_ABSENT};
        features->container = number_of(search, numbers, around, old);
    }
}

static int best_first(const void *a, const void *b)
{
    const Candidate *x = a, *y = b;
    if (x->score != y->score)
        return x->score > y->score ? -1 : 1;
    if (x->depth != y->depth)
        return x->depth < y->depth ? -1 : 1;
    return pair_order(x->old, x->new, y->old, y->new);
}

void pair_similar(const Pairs *pairs, Arena scratch)
{
    Search search = {.pairs = pairs, .arena = &scratch};
    IdMap numbers = {0};
    Arena more;
    SymbolRefVec old_free = pair_free(pairs, &scratch, true);
    SymbolRefVec new_free = pair_free(pairs, &scratch, false);
    if (!old_free.len || !new_free.len)
        return;
    gather_features(&search, &numbers, &old_free, true);
    gather_features(&search, &numbers, &new_free, false);
    arena_open(&more, 0);
    count_votes(&search, more);
    compare_by_name(&search, more);
    compare_by_body(&search, more);
    compare_by_container(&search, more);
    arena_close(&more);
    if (search.candidates.len)
        qsort(search.candidates.ptr, search.candidates.len, sizeof *search.candidates.ptr,
              best_first);
    for (size_t i = 0; i < search.candidates.len; i++) {
        const Candidate *candidate = &search.candidates.ptr[i];
        SymbolRef old = search.lists[0].ptr[candidate->old].ref;
        SymbolRef new = search.lists[1].ptr[candidate->new].ref;
        if (!pair_is_free(pairs, old, true) || !pair_is_free(pairs, new, false))
            continue;
        pair_join(pairs, old, new, candidate->shown / 10);
        pair_members(pairs, scratch, old, new);
    }
}
