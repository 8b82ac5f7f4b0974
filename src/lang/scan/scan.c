/* Line numbers, symbols and time limit of a scan. */
#include "lang/scan/scan.h"

static uint32_t count_line_ends(Str text, size_t from, size_t to)
{
    uint32_t count = 0;
    const char *at = text.ptr + from, *end = text.ptr + to;
    while (at < end && (at = memchr(at, '\n', (size_t)(end - at)))) {
        count++;
        at++;
    }
    return count;
}

/* Moves the line counter back to the start of the block that contains the offset. */
static void line_go_back(Scan *scan, size_t offset)
{
    size_t block = offset / SCAN_MARK_BYTES;
    if (!scan->marks) {
        scan->marks = NEW(scan->arena, uint32_t, scan->text.len / SCAN_MARK_BYTES + 1);
        scan->mark_count = 1;
    }
    for (; scan->mark_count <= block; scan->mark_count++) {
        size_t end = scan->mark_count * SCAN_MARK_BYTES;
        uint32_t inside = count_line_ends(scan->text, end - SCAN_MARK_BYTES, end);
        scan->marks[scan->mark_count] = scan->marks[scan->mark_count - 1] + inside;
    }
    scan->line_at = scan->marks[block] + 1;
    scan->line_offset = (uint32_t)(block * SCAN_MARK_BYTES);
}

uint32_t scan_line(Scan *scan, size_t offset)
{
    offset = MIN(offset, scan->text.len);
    if (offset < scan->line_offset)
        line_go_back(scan, offset);
    scan->line_at = MAX(scan->line_at, 1u);
    scan->line_at += count_line_ends(scan->text, scan->line_offset, offset);
    scan->line_offset = (uint32_t)offset;
    return scan->line_at;
}

static Symbol *scan_push(Scan *scan)
{
    SymbolVec *symbols = &scan->outline->symbols;
    if (symbols->len >= SYMBOLS_MAX) {
        scan->outline->degraded = true;
        scan->outline->note = STR("too many symbols: the rest is left out");
        return NULL;
    }
    Symbol *symbol = VEC_PUSH(scan->arena, symbols);
    symbol->depth = (uint16_t)scan->depth;
    symbol->parent = scan->depth ? scan->open[scan->depth - 1] + 1 : 0;
    symbol->next = (uint32_t)symbols->len;
    return symbol;
}

static Symbol *scan_fill(Scan *scan, Symbol *symbol, SymbolKind kind, Str name, size_t start)
{
    const char *begin = scan->text.ptr;
    bool inside = name.len && name.ptr >= begin && name.ptr < begin + scan->text.len;
    name = str_slice(name, 0, str_char_floor(name, MIN(name.len, NAME_BYTES_MAX)));
    bool lines = str_find_byte(name, '\n') != STR_NONE; /* a name in quotes may contain line ends */
    symbol->kind = kind;
    symbol->name = lines ? str_fold_space(scan->arena, name) : name;
    symbol->start = symbol->end = symbol->lead = (uint32_t)start;
    symbol->name_start = inside ? (uint32_t)(name.ptr - begin) : (uint32_t)start;
    symbol->name_end = symbol->name_start + (inside ? (uint32_t)name.len : 0);
    symbol->start_line = symbol->end_line = symbol->name_line = scan_line(scan, start);
    if (inside && symbol->name_start > start)
        symbol->name_line = scan_line(scan, symbol->name_start);
    return symbol;
}

static void scan_end(Scan *scan, Symbol *symbol, size_t end)
{
    end = MAX(MIN(end, scan->text.len), symbol->start);
    while (end > symbol->start + 1 && byte_is_space(scan->text.ptr[end - 1]))
        end--;
    symbol->end = (uint32_t)end;
    symbol->end_line = scan_line(scan, end > symbol->start ? end - 1 : end);
    symbol->next = (uint32_t)scan->outline->symbols.len;
}

Symbol *scan_symbol_open(Scan *scan, SymbolKind kind, Str name, size_t start)
{
    bool fits = !scan->skipped && scan->depth < SYMBOL_DEPTH_MAX;
    Symbol *symbol = fits ? scan_push(scan) : NULL;
    if (!symbol) {
        scan->skipped++;
        scan->outline->degraded = true;
        return scan_fill(scan, &scan->dummy, kind, name, start);
    }
    scan->open[scan->depth++] = (uint32_t)scan->outline->symbols.len - 1;
    return scan_fill(scan, symbol, kind, name, start);
}

void scan_symbol_close(Scan *scan, size_t end)
{
    if (scan->skipped)
        scan->skipped--;
    else if (scan->depth)
        scan_end(scan, &scan->outline->symbols.ptr[scan->open[--scan->depth]], end);
}

void scan_close_to(Scan *scan, size_t depth, size_t end)
{
    scan->skipped = 0;
    while (scan->depth > depth)
        scan_symbol_close(scan, end);
}

Symbol *scan_symbol(Scan *scan, SymbolKind kind, Str name, size_t start, size_t end)
{
    Symbol *symbol = scan_push(scan);
    if (!symbol)
        symbol = &scan->dummy;
    scan_fill(scan, symbol, kind, name, start);
    scan_end(scan, symbol, end);
    return symbol;
}

void scan_import(Scan *scan, Str name, size_t start, size_t end)
{
    if (scan->outline->imports.len >= IMPORTS_MAX || !name.len)
        return;
    Import *import = VEC_PUSH(scan->arena, &scan->outline->imports);
    *import = (Import){.name = name,
                       .start = (uint32_t)start,
                       .end = (uint32_t)end,
                       .line = scan_line(scan, start)};
}

bool scan_expired(Scan *scan)
{
    if (!scan->expired && ++scan->ticks % SCAN_CLOCK_EVERY == 0)
        scan->expired =
            work_limit_is_over(&scan->time) || (scan->options->cancel && *scan->options->cancel);
    if (scan->expired) {
        scan->outline->degraded = true;
        scan->outline->note = STR("reading passed its time limit");
    }
    return scan->expired;
}
