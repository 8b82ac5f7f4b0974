/* Recovery of declarations from syntax errors. The parser skips text that it cannot parse, so one
   unknown construct may hide many functions. Line patterns read the whole text a second time.
   Symbols that they find in a lost span, on a line where the parser found none, are merged into the
   outline. The ranges of these symbols follow from indentation. */
#include "lang/recover.h"

#include "lang/fallback.h"

/* Lost tokens at most this far apart, in bytes, form one span. */
#define SPAN_GAP 64
#define SPANS_MAX 20000

void recover_note(Arena *arena, LostSpanVec *lost, uint32_t start, uint32_t end)
{
    LostSpan *last = lost->len ? &lost->ptr[lost->len - 1] : NULL;
    if (last && start <= last->end + SPAN_GAP)
        last->end = MAX(last->end, end);
    else if (lost->len < SPANS_MAX)
        *VEC_PUSH(arena, lost) = (LostSpan){start, end};
}

void recover_outside(Arena *arena, Str text, const Outline *outline, LostSpanVec *lost)
{
    LostSpanVec known = *lost;
    uint32_t from = 0;
    size_t next = 0;
    *lost = (LostSpanVec){0};
    for (size_t i = 0; i <= outline->symbols.len; i++) {
        bool last = i == outline->symbols.len;
        const Symbol *symbol = last ? NULL : &outline->symbols.ptr[i];
        if (symbol && symbol->parent)
            continue;
        uint32_t start = last ? (uint32_t)text.len : symbol->start;
        for (; next < known.len && known.ptr[next].start < from; next++)
            recover_note(arena, lost, known.ptr[next].start, known.ptr[next].end);
        if (start > from)
            recover_note(arena, lost, from, start);
        from = last ? from : MAX(from, symbol->end);
    }
    for (; next < known.len; next++)
        recover_note(arena, lost, known.ptr[next].start, known.ptr[next].end);
}

/* Whether the word before the symbol's name is a token of the grammar: `record`, for example,
   declares in few languages. */
static bool is_token(const Language *language, Str text, const Symbol *symbol)
{
    uint32_t end = symbol->name_start;
    if (end == symbol->start)
        return true;
    while (end > symbol->start && byte_is_space(text.ptr[end - 1]))
        end--;
    uint32_t start = end;
    while (start > symbol->start && byte_is_word(text.ptr[start - 1]))
        start--;
    return end > start && ts_language_symbol_for_name(language->grammar(), text.ptr + start,
                                                      end - start, false) != 0;
}

/* Whether `package a` is the package of the file and not a symbol. */
static bool has_packages(const Language *language)
{
    for (size_t i = 0; i < language->rule_count; i++)
        if (language->rules[i].action == RULE_PACKAGE)
            return true;
    return false;
}

/* Removes candidates that start on a line with the name of a known symbol, and those whose word is
   not a token. */
static void drop_known(Str text, const Outline *outline, SymbolVec *candidates)
{
    size_t kept = 0, next = 0;
    bool packages = has_packages(outline->language);
    for (size_t i = 0; i < candidates->len; i++) {
        const Symbol *symbol = &candidates->ptr[i];
        while (next < outline->symbols.len &&
               outline->symbols.ptr[next].name_line < symbol->start_line)
            next++;
        bool known = next < outline->symbols.len &&
                     outline->symbols.ptr[next].name_line == symbol->start_line;
        known = known || (packages && symbol->kind == SYMBOL_PACKAGE);
        if (!known && is_token(outline->language, text, symbol))
            candidates->ptr[kept++] = *symbol;
    }
    candidates->len = kept;
}

typedef struct Merge {
    Str text;
    SymbolVec symbols; /* the result; parents are indices + 1 in it */
    uint32_t *moved;   /* new index of each old symbol */
    uint32_t inner;    /* index + 1 of the last recovered symbol, 0 when none */
} Merge;

static bool holds(const Merge *merge, uint32_t parent, uint32_t start)
{
    return merge->symbols.ptr[parent - 1].end > start;
}

/* The innermost symbol, from `at` (index + 1) outwards, that ends after `start`; 0 if none. */
static uint32_t find_holder(const Merge *merge, uint32_t at, uint32_t start)
{
    while (at && !holds(merge, at, start))
        at = merge->symbols.ptr[at - 1].parent;
    return at;
}

static void trim_end(Symbol *symbol, Str text, uint32_t end)
{
    for (; symbol->end > end; symbol->end--)
        symbol->end_line -= text.ptr[symbol->end - 1] == '\n';
    while (symbol->end > symbol->start + 1 && byte_is_space(text.ptr[symbol->end - 1]))
        symbol->end_line -= text.ptr[--symbol->end] == '\n';
}

static void add_known(Merge *merge, Arena *arena, Symbol symbol, uint32_t index)
{
    merge->inner = find_holder(merge, merge->inner, symbol.start);
    if (symbol.parent)
        symbol.parent = merge->moved[symbol.parent - 1] + 1;
    bool inside = merge->inner > symbol.parent;
    if (inside && merge->symbols.ptr[merge->inner - 1].end >= symbol.end) {
        symbol.parent = merge->inner;
    } else if (inside) { // overlap: the range of the parsed symbol is trusted
        trim_end(&merge->symbols.ptr[merge->inner - 1], merge->text, symbol.start);
        merge->inner = 0;
    }
    merge->moved[index] = (uint32_t)merge->symbols.len;
    *VEC_PUSH(arena, &merge->symbols) = symbol;
}

static void add_recovered(Merge *merge, Arena *arena, Symbol symbol)
{
    symbol.parent = find_holder(merge, (uint32_t)merge->symbols.len, symbol.start);
    uint32_t depth = 0;
    for (uint32_t at = symbol.parent; at; at = merge->symbols.ptr[at - 1].parent)
        depth++;
    if (depth + 1 >= SYMBOL_DEPTH_MAX)
        return;
    if (symbol.parent)
        trim_end(&symbol, merge->text, merge->symbols.ptr[symbol.parent - 1].end);
    *VEC_PUSH(arena, &merge->symbols) = symbol;
    merge->inner = (uint32_t)merge->symbols.len;
}

/* Computes depths and subtrees from the parents. */
static void settle(SymbolVec *symbols)
{
    for (size_t i = 0; i < symbols->len; i++) {
        Symbol *symbol = &symbols->ptr[i];
        symbol->depth = symbol->parent ? (uint16_t)(symbols->ptr[symbol->parent - 1].depth + 1) : 0;
        symbol->next = (uint32_t)i + 1;
    }
    for (size_t i = symbols->len; i-- > 0;) {
        const Symbol *symbol = &symbols->ptr[i];
        if (symbol->parent)
            symbols->ptr[symbol->parent - 1].next =
                MAX(symbols->ptr[symbol->parent - 1].next, symbol->next);
    }
}

static void merge_into(Arena *arena, Str text, const SymbolVec *added, Outline *outline)
{
    Merge merge = {.text = text, .moved = NEW(arena, uint32_t, outline->symbols.len + 1)};
    size_t next = 0;
    for (uint32_t i = 0; i < outline->symbols.len; i++) {
        for (; next < added->len && added->ptr[next].start < outline->symbols.ptr[i].start; next++)
            add_recovered(&merge, arena, added->ptr[next]);
        add_known(&merge, arena, outline->symbols.ptr[i], i);
    }
    for (; next < added->len; next++)
        add_recovered(&merge, arena, added->ptr[next]);
    settle(&merge.symbols);
    outline->symbols = merge.symbols;
    for (size_t i = 0; i < outline->references.len; i++) {
        Reference *reference = &outline->references.ptr[i];
        if (reference->symbol)
            reference->symbol = merge.moved[reference->symbol - 1] + 1;
    }
}

void recover_lost(Arena *arena, Arena scratch, Str text, const OutlineOptions *options,
                  const LostSpanVec *lost, Outline *outline)
{
    if (!lost->len)
        return;
    OutlineOptions plain = {.time_ms = options->time_ms, .cancel = options->cancel};
    Outline found = {.language = outline->language, .line_count = outline->line_count};
    fallback_keywords(arena, scratch, text, &plain, lost, &found);
    drop_known(text, outline, &found.symbols);
    if (found.symbols.len)
        merge_into(arena, text, &found.symbols, outline);
}
