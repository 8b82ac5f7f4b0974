/* Embedded languages: a block of a page is outlined by its own language's engine and appended
   with all positions translated to the page. */
#include "lang/scan/scan_text.h"

/* Translation of positions in the block to positions in the page. */
typedef struct Shift {
    const uint32_t
        *map; /* source offset by offset in the block, its end included; NULL: add `start` */
    uint32_t start, lines;
    uint32_t base; /* number of symbols in the page before the block's */
    bool is_cell;  /* its calls outside of its symbols belong to the open symbol; its variables
                      belong to the page */
} Shift;

static uint32_t shift_offset(const Shift *shift, uint32_t offset)
{
    return shift->map ? shift->map[offset] : offset + shift->start;
}

static uint32_t shift_line(Scan *scan, const Shift *shift, uint32_t line, uint32_t offset)
{
    return shift->map ? scan_line(scan, shift->map[offset]) : line + shift->lines;
}

static void shift_symbol(Scan *scan, Symbol *symbol, const Shift *shift)
{
    uint32_t outer = scan->depth ? scan->open[scan->depth - 1] + 1 : 0;
    uint32_t last = symbol->end > symbol->start ? symbol->end - 1 : symbol->end;
    symbol->start_line = shift_line(scan, shift, symbol->start_line, symbol->start);
    symbol->name_line = shift_line(scan, shift, symbol->name_line, symbol->name_start);
    symbol->end_line = shift_line(scan, shift, symbol->end_line, last);
    symbol->start = shift_offset(shift, symbol->start);
    symbol->end = shift_offset(shift, symbol->end);
    symbol->lead = shift_offset(shift, symbol->lead);
    symbol->name_start = shift_offset(shift, symbol->name_start);
    symbol->name_end = shift_offset(shift, symbol->name_end);
    symbol->body = symbol->body ? shift_offset(shift, symbol->body) : 0;
    symbol->parent = symbol->parent ? symbol->parent + shift->base : outer;
    symbol->next += shift->base;
    symbol->depth = (uint16_t)MIN(symbol->depth + (uint32_t)scan->depth, SYMBOL_DEPTH_MAX - 1);
}

static void append_references(Scan *scan, const Outline *inner, const Shift *shift)
{
    Outline *outline = scan->outline;
    for (size_t i = 0; i < inner->references.len && outline->references.len < REFERENCES_MAX; i++) {
        Reference reference = inner->references.ptr[i];
        reference.line = shift_line(scan, shift, reference.line, reference.start);
        reference.start = shift_offset(shift, reference.start);
        if (reference.symbol)
            reference.symbol += shift->base;
        else if (shift->is_cell && scan->depth && reference.kind != REFERENCE_BIND)
            reference.symbol = scan->open[scan->depth - 1] + 1;
        *VEC_PUSH(scan->arena, &outline->references) = reference;
    }
}

static void append_outline(Scan *scan, const Outline *inner, const Shift *shift)
{
    Outline *outline = scan->outline;
    if (outline->symbols.len + inner->symbols.len > SYMBOLS_MAX) {
        outline->degraded = true;
        return;
    }
    for (size_t i = 0; i < inner->symbols.len; i++) {
        Symbol *symbol = VEC_PUSH(scan->arena, &outline->symbols);
        *symbol = inner->symbols.ptr[i];
        shift_symbol(scan, symbol, shift);
    }
    for (size_t i = 0; i < inner->imports.len && outline->imports.len < IMPORTS_MAX; i++) {
        Import *import = VEC_PUSH(scan->arena, &outline->imports);
        *import = inner->imports.ptr[i];
        import->line = shift_line(scan, shift, import->line, import->start);
        import->start = shift_offset(shift, import->start);
        import->end = shift_offset(shift, import->end);
    }
    append_references(scan, inner, shift);
    for (size_t i = 0; i < inner->cuts.len; i++)
        scan_cut(scan, shift_offset(shift, inner->cuts.ptr[i].offset),
                 inner->cuts.ptr[i].depth + (uint32_t)scan->depth);
}

static void embed(Scan *scan, Str language_id, Str text, Shift shift)
{
    const Language *language = lang_find(language_id);
    int64_t left = work_limit_left(&scan->time);
    if (!language || !str_trim(text).len || left <= 0 || scan->skipped)
        return;
    OutlineOptions options = *scan->options;
    options.no_ctags = true;
    options.time_ms = (int)MIN(left, INT_MAX);
    Outline inner;
    lang_outline(scan->arena, scan->scratch, language, text, &options, &inner);
    append_outline(scan, &inner, &shift);
    scan->outline->degraded = scan->outline->degraded || inner.degraded;
}

void scan_embed(Scan *scan, Str language_id, size_t start, size_t end)
{
    Shift shift = {.start = (uint32_t)start,
                   .lines = scan_line(scan, start) - 1,
                   .base = (uint32_t)scan->outline->symbols.len};
    embed(scan, language_id, str_slice(scan->text, start, end), shift);
}

void scan_embed_text(Scan *scan, Str language_id, Str text, const uint32_t *map)
{
    embed(scan, language_id, text,
          (Shift){.map = map, .base = (uint32_t)scan->outline->symbols.len, .is_cell = true});
}
