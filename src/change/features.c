#include "change/features.h"

#include "base/hash.h"
#include "base/radix.h"

/* Longer bodies are compared by their beginning. */
#define BODY_TOKENS_MAX 20000
#define NAME_WORDS_MAX 16

typedef VEC(uint32_t) HashVec;

static HashSet set_of(Arena *arena, Arena scratch, const HashVec *hashes)
{
    HashSet set = {NEW(arena, uint32_t, hashes->len), (uint32_t)hashes->len};
    uint64_t *sorted = NEW(&scratch, uint64_t, hashes->len);
    for (uint32_t i = 0; i < set.len; i++)
        sorted[i] = (uint64_t)hashes->ptr[i] << 32;
    radix_sort_upper(sorted, set.len, scratch);
    for (uint32_t i = 0; i < set.len; i++)
        set.ptr[i] = (uint32_t)(sorted[i] >> 32);
    return set;
}

typedef struct Gather {
    Arena *arena;
    HashVec words, pairs, head;
    uint32_t before;
} Gather;

static void gather(void *context, const Token *token, OwnZone zone)
{
    Gather *gather = context;
    bool word = token->kind != TOKEN_MARK;
    if (token->kind == TOKEN_INDENT || zone == ZONE_COMMENT || zone == ZONE_NAME)
        return;
    if (zone == ZONE_HEAD) {
        if (word)
            *VEC_PUSH(gather->arena, &gather->head) = token->hash;
        return;
    }
    if (gather->pairs.len >= BODY_TOKENS_MAX)
        return;
    if (word)
        *VEC_PUSH(gather->arena, &gather->words) = token->hash;
    *VEC_PUSH(gather->arena, &gather->pairs) =
        (uint32_t)((gather->before * HASH_SPREAD ^ token->hash) * HASH_SPREAD >> 32);
    gather->before = token->hash;
}

/* Splits a name: fetchAll_users is fetch, all, users. */
static HashSet name_words(Arena *arena, Arena scratch, Str name)
{
    HashVec words = {0};
    size_t from = 0;
    for (size_t i = 0; i <= name.len && words.len < NAME_WORDS_MAX; i++) {
        bool upper = i < name.len && name.ptr[i] >= 'A' && name.ptr[i] <= 'Z';
        bool was_upper = i && name.ptr[i - 1] >= 'A' && name.ptr[i - 1] <= 'Z';
        bool ends = i == name.len || !byte_is_word(name.ptr[i]) || name.ptr[i] == '_';
        if (!ends && !(upper && !was_upper))
            continue;
        if (i > from)
            *VEC_PUSH(arena, &words) = (uint32_t)hash_nocase(str_slice(name, from, i));
        from = ends ? i + 1 : i;
    }
    return set_of(arena, scratch, &words);
}

Features features_of(const Pairs *pairs, Arena *arena, SymbolRef ref, bool old)
{
    const ChangeSide *side = pair_side(pairs, ref.file, old);
    const Symbol *symbol = &side->outline.symbols.ptr[ref.symbol];
    Arena work = *pairs->work;
    Gather found = {.arena = &work};
    change_side_visit(side, pair_tokens(pairs, ref.file, old), ref.symbol, gather, &found);
    return (Features){.ref = ref,
                      .words = set_of(arena, work, &found.words),
                      .pairs = set_of(arena, work, &found.pairs),
                      .head = set_of(arena, work, &found.head),
                      .name = name_words(arena, work, symbol->name),
                      .name_hash = hash_fast(symbol->name),
                      .body = side->own[ref.symbol].body,
                      .word = token_word_hash(symbol->name)};
}

/* Size of the intersection, counting repetitions. */
static uint32_t features_common(HashSet a, HashSet b)
{
    uint32_t common = 0;
    for (uint32_t i = 0, k = 0; i < a.len && k < b.len;) {
        if (a.ptr[i] == b.ptr[k]) {
            common++;
            i++;
            k++;
        } else {
            *(a.ptr[i] < b.ptr[k] ? &i : &k) += 1;
        }
    }
    return common;
}

uint32_t features_dice(HashSet a, HashSet b, uint32_t empty)
{
    return a.len + b.len ? 2000 * features_common(a, b) / (a.len + b.len) : empty;
}

uint32_t features_within(HashSet part, HashSet whole)
{
    return part.len ? 1000 * features_common(part, whole) / part.len : 0;
}
