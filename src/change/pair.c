/* Pairing by name. Each symbol gets a key from its name and those of its containers, and both sides
   are joined by key (merge_join.h). Namesakes (overloads, keys of lists) are paired by equal
   hashes, from the whole symbol down to its parts, and finally in order. */
#include "change/pair_state.h"

#include "base/hash.h"
#include "change/merge_join.h"

/* Up to this many namesakes per side that nothing equal pairs are left for comparison by
   similarity; more are paired in order. */
#define NAMESAKES_COMPARED 8

KindGroup pair_group(SymbolKind kind)
{
    switch (kind) {
    case SYMBOL_FUNCTION:
    case SYMBOL_METHOD:
    case SYMBOL_CONSTRUCTOR:
    case SYMBOL_MACRO: return GROUP_CALLABLE;
    case SYMBOL_CLASS:
    case SYMBOL_STRUCT:
    case SYMBOL_UNION:
    case SYMBOL_INTERFACE:
    case SYMBOL_TRAIT:
    case SYMBOL_ENUM:
    case SYMBOL_TYPE:
    case SYMBOL_OBJECT: return GROUP_TYPE;
    case SYMBOL_FIELD:
    case SYMBOL_PROPERTY:
    case SYMBOL_VARIABLE:
    case SYMBOL_CONSTANT: return GROUP_VALUE;
    default: return GROUP_OTHER;
    }
}

bool pair_may(const Symbol *a, const Symbol *b)
{
    KindGroup group = pair_group(a->kind);
    return a->kind == b->kind || (group != GROUP_OTHER && group == pair_group(b->kind));
}

void pair_join(const Pairs *pairs, SymbolRef old, SymbolRef new, unsigned similarity)
{
    *pair_partner(pairs, old, true) =
        (Partner){.file = new.file, .symbol = new.symbol, .similarity = (uint16_t)similarity};
    *pair_partner(pairs, new, false) =
        (Partner){.file = old.file, .symbol = old.symbol, .similarity = (uint16_t)similarity};
}

typedef struct PathFile {
    Str path;
    uint32_t file;
} PathFile;

static int by_path(const void *a, const void *b)
{
    const PathFile *x = a, *y = b;
    int order = str_compare(x->path, y->path);
    return order ? order : x->file < y->file ? -1 : x->file > y->file;
}

/* File indices sorted by path on one side, so that results do not depend on which side is old. */
static const uint32_t *pair_files(const Pairs *pairs, Arena *arena, bool old)
{
    size_t count = pairs->set->files.len;
    PathFile *files = NEW(arena, PathFile, count);
    uint32_t *order = NEW(arena, uint32_t, count);
    for (uint32_t i = 0; i < count; i++)
        files[i] = (PathFile){pair_side(pairs, i, old)->path, i};
    if (count)
        qsort(files, count, sizeof *files, by_path);
    for (size_t i = 0; i < count; i++)
        order[i] = files[i].file;
    return order;
}

SymbolRefVec pair_free(const Pairs *pairs, Arena *arena, bool old)
{
    SymbolRefVec free = {0};
    const uint32_t *order = pair_files(pairs, arena, old);
    for (size_t f = 0; f < pairs->set->files.len; f++)
        for (uint32_t i = 0; i < pair_side(pairs, order[f], old)->outline.symbols.len; i++)
            if (pair_is_free(pairs, (SymbolRef){order[f], i}, old))
                *VEC_PUSH(arena, &free) = (SymbolRef){order[f], i};
    return free;
}

/* ---- namesakes ---- */

typedef uint64_t (*PartHash)(const OwnPart *own);

static uint64_t hash_deep(const OwnPart *own)
{
    return hash_mix(hash_mix(own->deep, own->comments), own->docs);
}

static uint64_t hash_code(const OwnPart *own)
{
    return own->deep;
}

static uint64_t hash_head(const OwnPart *own)
{
    return own->head;
}

static uint64_t hash_body(const OwnPart *own)
{
    return own->body_tokens ? own->body : 0;
}

/* Symbols of two files with the same name. */
typedef struct Namesakes {
    const Pairs *pairs;
    uint32_t old_file, new_file;
    JoinRun run;
} Namesakes;

static KeyedVec free_by(const Namesakes *all, Arena *arena, bool old, PartHash hash)
{
    KeyedVec keyed = {0};
    const KeyedItem *run = old ? all->run.old : all->run.new;
    size_t count = old ? all->run.old_count : all->run.new_count;
    for (size_t i = 0; i < count; i++) {
        SymbolRef ref = {old ? all->old_file : all->new_file, run[i].item};
        if (pair_is_free(all->pairs, ref, old))
            *VEC_PUSH(arena, &keyed) =
                (KeyedItem){hash ? hash(pair_own(all->pairs, ref, old)) : 0, ref.symbol};
    }
    merge_join_sort(&keyed);
    return keyed;
}

/* Pairs symbols with equal hashes, in order; a hash of 0 matches nothing. Without `hash`, all are
   paired in order. */
static void join_equal(const Namesakes *all, Arena scratch, PartHash hash)
{
    KeyedVec old = free_by(all, &scratch, true, hash), new = free_by(all, &scratch, false, hash);
    MergeJoin meeting = {.old = &old, .new = &new};
    JoinRun run;
    while (merge_join_next(&meeting, &run))
        for (size_t i = 0; i < MIN(run.old_count, run.new_count); i++) {
            SymbolRef a = {all->old_file, run.old[i].item}, b = {all->new_file, run.new[i].item};
            if ((!hash || run.old->key) &&
                pair_may(pair_symbol(all->pairs, a, true), pair_symbol(all->pairs, b, false)))
                pair_join(all->pairs, a, b, 100);
        }
}

static bool is_lone(const JoinRun *run)
{
    return run->old_count == 1 && run->new_count == 1;
}

static void join_namesakes(const Namesakes *all, Arena scratch)
{
    static const PartHash parts[] = {hash_deep, hash_code, hash_head, hash_body};
    bool lone = is_lone(&all->run);
    for (size_t i = 0; i < COUNT(parts) && !lone; i++)
        join_equal(all, scratch, parts[i]);
    /* Overloads left unpaired are compared by similarity (pair_similar.c). */
    KindGroup group = pair_group(
        pair_symbol(all->pairs, (SymbolRef){all->old_file, all->run.old->item}, true)->kind);
    if (lone || group != GROUP_CALLABLE || all->run.old_count > NAMESAKES_COMPARED ||
        all->run.new_count > NAMESAKES_COMPARED)
        join_equal(all, scratch, NULL);
}

/* The one of the new symbols that reads what the name stands for: the only one, or the getter among
   accessors. SYMBOL_ABSENT: there is no such. */
static uint32_t reader_of(const Namesakes *all)
{
    uint32_t reader = SYMBOL_ABSENT;
    for (size_t i = 0; i < all->run.new_count; i++) {
        SymbolRef ref = {all->new_file, all->run.new[i].item};
        uint32_t bits = pair_symbol(all->pairs, ref, false)->modifiers;
        if (all->run.new_count == 1 || bits & MODIFIER(GETTER))
            reader = ref.symbol;
        else if (!(bits & MODIFIER(SETTER)))
            return SYMBOL_ABSENT;
    }
    return reader;
}

/* Pairs the only symbols of a name on each side, whatever their kinds: a function became a
   variable, or a field a pair of accessors. */
static void join_across(const Namesakes *all)
{
    SymbolRef old = {all->old_file, all->run.old->item}, new = {all->new_file, reader_of(all)};
    if (all->run.old_count == 1 && new.symbol != SYMBOL_ABSENT &&
        pair_is_free(all->pairs, old, true) && pair_is_free(all->pairs, new, false))
        pair_join(all->pairs, old, new, 100);
}

/* ---- keys ---- */

static uint64_t group_key(const Symbol *symbol)
{
    KindGroup group = pair_group(symbol->kind);
    return group == GROUP_OTHER ? 16u + symbol->kind : group;
}

/* Keys of the symbols [from, to), by their names from the common container down. */
static KeyedVec keys_of(Arena *arena, const Outline *outline, uint32_t from, uint32_t to,
                        bool by_kind)
{
    KeyedVec keyed = {0};
    uint64_t *names = NEW(arena, uint64_t, to - from);
    for (uint32_t i = from; i < to; i++) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        uint32_t parent = symbol->parent;
        uint64_t around = parent > from ? names[parent - 1 - from] : 0;
        names[i - from] =
            hash_mix(hash_mix(around, hash_fast(symbol->name)), hash_fast(symbol_owner(symbol)));
        uint64_t kind = by_kind ? group_key(symbol) : 0;
        *VEC_PUSH(arena, &keyed) = (KeyedItem){hash_mix(names[i - from], kind), i};
    }
    merge_join_sort(&keyed);
    return keyed;
}

/* Whether a symbol in [from, to) has no partner. */
static bool has_free(const Pairs *pairs, const SymbolRef range[2], bool old)
{
    for (SymbolRef ref = range[0]; ref.symbol < range[1].symbol; ref.symbol++)
        if (pair_is_free(pairs, ref, old))
            return true;
    return false;
}

static void join_by_name(const Pairs *pairs, Arena scratch, const SymbolRef ranges[2][2])
{
    const SymbolRef *a = ranges[0], *b = ranges[1];
    const Outline *old = &pair_side(pairs, a->file, true)->outline;
    const Outline *new = &pair_side(pairs, b->file, false)->outline;
    for (int by_kind = 1; by_kind >= 0; by_kind--) {
        if (!has_free(pairs, a, true) || !has_free(pairs, b, false))
            return;
        KeyedVec lists[2] = {keys_of(&scratch, old, a[0].symbol, a[1].symbol, by_kind),
                             keys_of(&scratch, new, b[0].symbol, b[1].symbol, by_kind)};
        MergeJoin meeting = {.old = &lists[0], .new = &lists[1]};
        Namesakes all = {.pairs = pairs, .old_file = a->file, .new_file = b->file};
        while (merge_join_next(&meeting, &all.run)) {
            if (by_kind)
                join_namesakes(&all, scratch);
            else
                join_across(&all);
        }
    }
}

void pair_members(const Pairs *pairs, Arena scratch, SymbolRef old, SymbolRef new)
{
    uint32_t old_end = pair_symbol(pairs, old, true)->next;
    uint32_t new_end = pair_symbol(pairs, new, false)->next;
    const SymbolRef ranges[2][2] = {{{old.file, old.symbol + 1}, {old.file, old_end}},
                                    {{new.file, new.symbol + 1}, {new.file, new_end}}};
    join_by_name(pairs, scratch, ranges);
}

static void pair_file(const Pairs *pairs, Arena scratch, uint32_t file)
{
    uint32_t old_count = (uint32_t)pair_side(pairs, file, true)->outline.symbols.len;
    uint32_t new_count = (uint32_t)pair_side(pairs, file, false)->outline.symbols.len;
    const SymbolRef ranges[2][2] = {{{file, 0}, {file, old_count}}, {{file, 0}, {file, new_count}}};
    if (old_count && new_count)
        join_by_name(pairs, scratch, ranges);
}

static Partner *no_partners(Arena *arena, const ChangeSide *side)
{
    Partner *partners = NEW(arena, Partner, side->outline.symbols.len);
    for (size_t i = 0; i < side->outline.symbols.len; i++)
        partners[i].symbol = SYMBOL_ABSENT;
    return partners;
}

const TokenVec *pair_tokens(const Pairs *pairs, uint32_t file, bool old)
{
    const ChangeSide *side = pair_side(pairs, file, old);
    PairTokens *kept = &pairs->tokens[old];
    if (side->tokens.len)
        return &side->tokens;
    if (kept->file == file)
        return &kept->tokens;
    if (!kept->arena.begin)
        arena_open(&kept->arena, 0);
    arena_reset(&kept->arena);
    kept->tokens = change_side_tokens(&kept->arena, side);
    kept->file = file;
    return &kept->tokens;
}

void pair_symbols(Arena *arena, Arena scratch, const ChangeSet *set, Pairing *pairing)
{
    PairTokens tokens[2] = {{.file = SYMBOL_ABSENT}, {.file = SYMBOL_ABSENT}};
    Arena work;
    Pairs pairs = {.arena = arena, .set = set, .pairing = pairing, .tokens = tokens, .work = &work};
    arena_open(&work, 0);
    pairing->old_to_new = NEW(arena, Partner *, set->files.len);
    pairing->new_to_old = NEW(arena, Partner *, set->files.len);
    for (uint32_t i = 0; i < set->files.len; i++) {
        pairing->old_to_new[i] = no_partners(arena, &set->files.ptr[i].old);
        pairing->new_to_old[i] = no_partners(arena, &set->files.ptr[i].new);
    }
    for (uint32_t i = 0; i < set->files.len; i++)
        pair_file(&pairs, scratch, i);
    pair_types(&pairs, scratch);
    pair_similar(&pairs, scratch);
    pair_parts(&pairs, scratch);
    arena_close(&work);
    for (size_t i = 0; i < COUNT(tokens); i++)
        if (tokens[i].arena.begin)
            arena_close(&tokens[i].arena);
}

bool pair_is_in_place(const ChangeSet *set, const Pairing *pairing, SymbolRef old, SymbolRef new)
{
    uint32_t a = symbol_outer(&set->files.ptr[old.file].old.outline.symbols, old.symbol);
    uint32_t b = symbol_outer(&set->files.ptr[new.file].new.outline.symbols, new.symbol);
    if (!a || !b)
        return !a && !b && old.file == new.file;
    const Partner *partner = &pairing->old_to_new[old.file][a - 1];
    return partner->symbol == b - 1 && partner->file == new.file && !partner->extracted;
}
