/* A block of another language inside a page: outlined by that language's own engine and appended
   with every position shifted. */
#include "lang/scan/scan_text.h"

static void shift_symbol(const Scan *scan, Symbol *symbol, uint32_t start, uint32_t lines,
                         uint32_t base)
{
    uint32_t outer = scan->depth ? scan->open[scan->depth - 1] + 1 : 0;
    symbol->start += start;
    symbol->end += start;
    symbol->lead += start;
    symbol->name_start += start;
    symbol->name_end += start;
    symbol->body += symbol->body ? start : 0;
    symbol->start_line += lines;
    symbol->end_line += lines;
    symbol->name_line += lines;
    symbol->parent = symbol->parent ? symbol->parent + base : outer;
    symbol->next += base;
    symbol->depth = MIN(symbol->depth + (uint32_t)scan->depth, SYMBOL_DEPTH_MAX - 1);
}

static void append_references(Scan *scan, const Outline *inner, uint32_t start, uint32_t lines,
                              uint32_t base)
{
    Outline *outline = scan->outline;
    for (size_t i = 0; i < inner->references.len && outline->references.len < REFERENCES_MAX; i++) {
        Reference reference = inner->references.ptr[i];
        reference.start += start;
        reference.line += lines;
        reference.symbol += reference.symbol ? base : 0;
        *VEC_PUSH(scan->arena, &outline->references) = reference;
    }
}

static void append_outline(Scan *scan, const Outline *inner, uint32_t start)
{
    Outline *outline = scan->outline;
    uint32_t lines = scan_line(scan, start) - 1, base = (uint32_t)outline->symbols.len;
    if (outline->symbols.len + inner->symbols.len > SYMBOLS_MAX) {
        outline->degraded = true;
        return;
    }
    for (size_t i = 0; i < inner->symbols.len; i++) {
        Symbol *symbol = VEC_PUSH(scan->arena, &outline->symbols);
        *symbol = inner->symbols.ptr[i];
        shift_symbol(scan, symbol, start, lines, base);
    }
    for (size_t i = 0; i < inner->imports.len && outline->imports.len < IMPORTS_MAX; i++) {
        Import *import = VEC_PUSH(scan->arena, &outline->imports);
        *import = inner->imports.ptr[i];
        import->start += start;
        import->end += start;
        import->line += lines;
    }
    append_references(scan, inner, start, lines, base);
    for (size_t i = 0; i < inner->cuts.len; i++)
        scan_cut(scan, inner->cuts.ptr[i].offset + start,
                 inner->cuts.ptr[i].depth + (uint32_t)scan->depth);
}

void scan_embed(Scan *scan, Str language_id, size_t start, size_t end)
{
    const Language *language = lang_find(language_id);
    Str text = str_slice(scan->text, start, end);
    int64_t left = work_limit_left(&scan->time);
    if (!language || !str_trim(text).len || left <= 0 || scan->skipped)
        return;
    OutlineOptions options = *scan->options;
    options.no_ctags = true;
    options.time_ms = (int)MIN(left, INT_MAX);
    Outline inner;
    lang_outline(scan->arena, scan->scratch, language, text, &options, &inner);
    append_outline(scan, &inner, (uint32_t)start);
    scan->outline->degraded = scan->outline->degraded || inner.degraded;
}
