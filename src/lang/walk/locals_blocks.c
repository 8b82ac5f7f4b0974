/* Block scopes of local functions. Functions inside several callbacks often have the same name, and
   all are children of the symbol around the callbacks. A call means the one in the innermost block
   around the call. */
#include "lang/walk/locals.h"

#include "base/map.h"

/* Symbols by name, as linked lists in source order. */
typedef struct Blocks {
    const Outline *outline;
    const BlockVec *spans; /* innermost block of each symbol */
    Map first;             /* name → index + 1 */
    uint32_t *next;        /* index + 1, or 0 */
} Blocks;

static bool is_wanted(const Symbol *symbol)
{
    return symbol->kind == SYMBOL_FUNCTION || symbol->kind == SYMBOL_CLASS;
}

static void index_names(Blocks *blocks, Arena *arena)
{
    const SymbolVec *symbols = &blocks->outline->symbols;
    blocks->first = map_open(arena);
    blocks->next = NEW(arena, uint32_t, symbols->len);
    for (uint32_t i = (uint32_t)symbols->len; i-- > 0;) {
        if (!is_wanted(&symbols->ptr[i]))
            continue;
        uint64_t *first = map_put(&blocks->first, symbols->ptr[i].name, NULL);
        blocks->next[i] = (uint32_t)*first;
        *first = i + 1;
    }
}

static bool holds(const LocalBlock *block, uint32_t offset)
{
    return block->start <= offset && offset < block->end;
}

/* Chooses among the symbols of a list that are children of `parent` the one with the innermost
   block around `at`. *best is 0 if no symbol has such a block, or if two share it. Returns whether
   there are several candidates. */
static bool choose_in(const Blocks *blocks, uint32_t chain, uint32_t parent, uint32_t at,
                      uint32_t *best)
{
    uint32_t count = 0;
    bool shared = false;
    *best = 0;
    for (uint32_t i = chain; i; i = blocks->next[i - 1]) {
        const LocalBlock *block = &blocks->spans->ptr[i - 1],
                         *had = *best ? &blocks->spans->ptr[*best - 1] : NULL;
        if (blocks->outline->symbols.ptr[i - 1].parent != parent)
            continue;
        count++;
        if (!holds(block, at) || (had && block->start < had->start))
            continue;
        shared = had && block->start == had->start;
        *best = i;
    }
    *best = shared ? 0 : *best;
    return count > 1;
}

static uint32_t choose(const Blocks *blocks, const Reference *reference)
{
    const uint64_t *chain = map_find(&blocks->first, reference->name);
    uint32_t best = 0;
    if (!chain || !blocks->next[*chain - 1])
        return 0;
    for (uint32_t around = reference->symbol;;
         around = blocks->outline->symbols.ptr[around - 1].parent) {
        if (choose_in(blocks, (uint32_t)*chain, around, reference->start, &best) || !around)
            return best;
    }
}

void locals_resolve_blocks(Arena scratch, const BlockVec *spans, Outline *outline)
{
    Blocks blocks = {.outline = outline, .spans = spans};
    if (spans->len != outline->symbols.len)
        return;
    index_names(&blocks, &scratch);
    for (size_t i = 0; i < outline->references.len; i++) {
        Reference *reference = &outline->references.ptr[i];
        bool named = reference->kind == REFERENCE_CALL || reference->kind == REFERENCE_USE;
        uint32_t best = named && !reference->receiver.len ? choose(&blocks, reference) : 0;
        if (!best)
            continue;
        reference->flags |= REFERENCE_PLACED;
        reference->placed = outline->symbols.ptr[best - 1].start_line;
    }
}
