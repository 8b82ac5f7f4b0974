#include "view/readable.h"

#include "base/buf.h"

static bool is_picked(const ShownLine *line, const ShownPick *pick)
{
    if (pick->end)
        return line->start < pick->end && MAX(line->end, line->start + 1) > pick->start;
    return line->line >= pick->first && line->line <= pick->last;
}

static void put(Arena *arena, Buf *out, const ShownLine *line, ShownText *picked)
{
    *VEC_PUSH(arena, &picked->places) =
        (ShownPlace){(uint32_t)out->len, line->start, line->line, line->kind};
    buf_put(out, line->text);
    buf_put_byte(out, '\n');
}

void shown_pick(Arena *arena, const Shown *shown, const ShownPick *pick, ShownText *picked)
{
    const ShownLine *head = NULL; /* not written yet */
    Buf out = buf_open(arena, 0);
    *picked = (ShownText){0};
    for (size_t i = 0; i < shown->lines.len; i++) {
        const ShownLine *line = &shown->lines.ptr[i];
        bool heads = line->kind == SHOWN_HEAD;
        head = heads ? line : head;
        if (!is_picked(line, pick) || (heads && pick->end))
            continue;
        if (head)
            put(arena, &out, head, picked);
        head = NULL;
        if (!heads)
            put(arena, &out, line, picked);
    }
    picked->text = buf_str(&out);
}

/* Index + 1 of the last line that begins at or before the offset of the text. */
static size_t place_at(const ShownText *shown, size_t at)
{
    size_t low = 0, high = shown->places.len;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (shown->places.ptr[middle].at <= at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

uint32_t shown_line(const ShownText *shown, size_t at)
{
    size_t place = place_at(shown, at);
    return place ? shown->places.ptr[place - 1].line : 1;
}

size_t shown_cut(const ShownText *shown, size_t bytes)
{
    if (bytes >= shown->text.len)
        return shown->text.len;
    for (size_t i = place_at(shown, bytes); i-- > 1;)
        if (shown->places.ptr[i].kind == SHOWN_HEAD)
            return shown->places.ptr[i].at;
    return bytes;
}

size_t shown_at(const ShownText *shown, uint64_t line, size_t from)
{
    size_t at = 0;
    for (size_t i = 0; i < shown->places.len; i++) {
        const ShownPlace *place = &shown->places.ptr[i];
        if (place->kind != SHOWN_OUTPUT && place->line <= line && place->from <= from)
            at = place->at;
    }
    return at;
}

/* ---- the outline ---- */

typedef struct Moving {
    const ShownText *shown;
    VEC(uint32_t) order; /* heads and sources, which are in the file's order */
} Moving;

/* Where the text shows what is at that offset of the file. */
static uint32_t moved(const Moving *moving, uint32_t offset)
{
    size_t low = 0, high = moving->order.len;
    const ShownPlace *places = moving->shown->places.ptr;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (places[moving->order.ptr[middle]].from <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (!low)
        return 0;
    uint32_t index = moving->order.ptr[low - 1];
    bool last = index + 1 == moving->shown->places.len;
    uint32_t end = last ? (uint32_t)moving->shown->text.len : places[index + 1].at;
    return places[index].at + MIN(offset - places[index].from, end - places[index].at - 1);
}

static void move_symbol(const Moving *moving, Symbol *symbol)
{
    uint32_t end = symbol->end > symbol->start ? moved(moving, symbol->end - 1) + 1 : 0;
    symbol->start = moved(moving, symbol->start);
    symbol->end = MAX(end, symbol->start);
    symbol->lead = moved(moving, symbol->lead);
    symbol->name_start = moved(moving, symbol->name_start);
    symbol->name_end = moved(moving, symbol->name_end);
    symbol->body = symbol->body ? moved(moving, symbol->body) : 0;
}

Outline shown_outline(Arena *arena, const Outline *outline, const ShownText *shown)
{
    Outline result = *outline;
    Moving moving = {.shown = shown};
    for (size_t i = 0; i < shown->places.len; i++)
        if (shown->places.ptr[i].kind != SHOWN_OUTPUT)
            *VEC_PUSH(arena, &moving.order) = (uint32_t)i;
    result.symbols = (SymbolVec){0};
    result.imports = (ImportVec){0};
    result.cuts = (CutPointVec){0};
    for (size_t i = 0; i < outline->symbols.len; i++) {
        Symbol *symbol = VEC_PUSH(arena, &result.symbols);
        *symbol = outline->symbols.ptr[i];
        move_symbol(&moving, symbol);
    }
    for (size_t i = 0; i < outline->cuts.len; i++) {
        CutPoint cut = {moved(&moving, outline->cuts.ptr[i].offset), outline->cuts.ptr[i].depth};
        cut.offset = shown->places.ptr ? shown->places.ptr[place_at(shown, cut.offset) - 1].at : 0;
        if (!result.cuts.len || result.cuts.ptr[result.cuts.len - 1].offset < cut.offset)
            *VEC_PUSH(arena, &result.cuts) = cut;
    }
    return result;
}
