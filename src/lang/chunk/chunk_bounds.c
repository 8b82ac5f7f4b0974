/* Ranking of candidate cuts: one walk over the symbols in source order, merged with the cut points.
   Nesting is determined by the ranges alone, because a declaration may contain others that are not
   its children (typedef struct).

   A declaration that fits in a chunk has a bound before it and one after it, but no bound inside.
   One that does not fit opens a frame, in which ranks are one level deeper. The level of a cut
   point in a frame is its depth in the syntax tree relative to the shallowest one there. So
   statements and nested declarations of the same depth have the same rank.

   The head of a frame (signature, opening brace, heading) is not separated from the first element
   of the body: no bound lies between them. The text before the first declaration is the head of the
   file.

   After a declaration that was split the next one begins a new chunk (ends_split), so that chunks
   with pieces of a declaration contain little else. */
#include "lang/chunk/chunk_bounds.h"

#include "base/limits.h"

typedef struct Frame {
    uint32_t end;        /* byte */
    uint32_t level;      /* of the symbol itself; levels inside are larger */
    uint32_t depth_base; /* depth of the shallowest cut point inside */
    uint32_t quiet_end;  /* end of the head: cut points before it are not bounds */
    bool head;           /* only the head was read so far */
    bool split_before;   /* the latest declaration inside was split */
    bool multiline;
} Frame;

typedef struct Finder {
    Arena *arena;
    const Outline *outline;
    Str text;
    size_t size_max;
    ChunkBounds *found;
    size_t cut;                   /* next cut point */
    uint32_t covered;             /* end of the latest unit */
    uint32_t line_from, line_end; /* the line found last: [line_from, line_end) */
    Frame frames[SYMBOL_DEPTH_MAX + 1];
    size_t depth;
} Finder;

/* A declaration with the comments before it. */
typedef struct Unit {
    uint32_t start; /* of the comments */
    uint32_t decl;  /* start of the declaration itself */
    uint32_t end;
    bool fits;
    bool multiline;
} Unit;

static bool is_line_start(Str text, size_t offset)
{
    return offset == 0 || text.ptr[offset - 1] == '\n';
}

/* Start of the first line at or after `offset`. */
static uint32_t line_after(Finder *finder, uint32_t offset)
{
    if (is_line_start(finder->text, offset))
        return offset;
    if (offset >= finder->line_from && offset < finder->line_end)
        return finder->line_end;
    const char *from = finder->text.ptr + offset;
    const char *feed = memchr(from, '\n', finder->text.len - offset);
    finder->line_from = offset;
    finder->line_end = (uint32_t)(feed ? feed + 1 - finder->text.ptr : (ptrdiff_t)finder->text.len);
    return finder->line_end;
}

/* The start of the line, if there are only blanks between it and `offset`; else `offset`. Never
   before the end of the latest unit. */
static uint32_t snap_to_line(const Finder *finder, uint32_t offset)
{
    uint32_t at = offset;
    while (at > finder->covered &&
           (finder->text.ptr[at - 1] == ' ' || finder->text.ptr[at - 1] == '\t'))
        at--;
    return is_line_start(finder->text, at) ? at : offset;
}

/* Start of the first line from `offset` (a line start) on that is not blank, within the size of a
   chunk. */
static uint32_t skip_blank_lines(const Finder *finder, uint32_t offset)
{
    Str text = finder->text;
    size_t limit = MIN(text.len, offset + finder->size_max), line = offset;
    for (size_t at = offset; at < limit && byte_is_space(text.ptr[at]); at++)
        if (text.ptr[at] == '\n')
            line = at + 1;
    return (uint32_t)line;
}

/* Whether the offset is inside the text, but not inside a character or a line end. */
static bool may_cut(Str text, uint32_t offset)
{
    if (offset == 0 || offset >= text.len || str_char_floor(text, offset) != offset)
        return false;
    return text.ptr[offset - 1] != '\r' || text.ptr[offset] != '\n';
}

static void add_bound(Finder *finder, ChunkBound bound)
{
    if (!may_cut(finder->text, bound.offset))
        return;
    size_t len = finder->found->bounds.len;
    ChunkBound *last = len ? &finder->found->bounds.ptr[len - 1] : NULL;
    if (last && bound.offset < last->offset)
        return;
    if (!last || bound.offset > last->offset) {
        *VEC_PUSH(finder->arena, &finder->found->bounds) = bound;
        return;
    }
    last->rank = MIN(last->rank, bound.rank);
    last->firm = last->firm || bound.firm;
    last->ends_split = last->ends_split || bound.ends_split;
}

static void add_zone(Finder *finder, uint32_t from, uint32_t to)
{
    if (to > from)
        *VEC_PUSH(finder->arena, &finder->found->zones) = (ChunkZone){from, to};
}

/* A bound inside a line is an ordinary one only if its declaration has several lines. */
static uint32_t rank_of(const Finder *finder, uint32_t offset, uint32_t level, bool multiline)
{
    if (is_line_start(finder->text, offset))
        return 2 * level;
    return multiline ? 2 * level + 1 : CHUNK_RANK_INLINE + 2 * level;
}

static void add_start(Finder *finder, uint32_t offset, uint32_t level, const Unit *unit)
{
    Frame *frame = &finder->frames[finder->depth - 1];
    add_bound(finder, (ChunkBound){offset, rank_of(finder, offset, level, unit->multiline),
                                   unit->fits, frame->split_before});
    frame->split_before = false;
    frame->head = false;
}

static void add_end(Finder *finder, uint32_t offset, uint32_t level, bool multiline)
{
    uint32_t rank = rank_of(finder, offset, level, multiline) | 1;
    add_bound(finder, (ChunkBound){.offset = offset, .rank = rank});
}

/* ---- cut points ---- */

static uint32_t level_of(const Frame *frame, uint32_t depth)
{
    uint32_t below = depth > frame->depth_base ? depth - frame->depth_base : 0;
    return MIN(frame->level + 1 + below, CHUNK_LEVEL_MAX);
}

/* Turns cut points before `until` into bounds of the innermost frame. */
static void add_cuts(Finder *finder, uint32_t until)
{
    const CutPointVec *cuts = &finder->outline->cuts;
    Frame *frame = &finder->frames[finder->depth - 1];
    for (; finder->cut < cuts->len && cuts->ptr[finder->cut].offset < until; finder->cut++) {
        CutPoint cut = cuts->ptr[finder->cut];
        if (cut.offset < finder->covered || cut.offset <= frame->quiet_end)
            continue;
        uint32_t rank = rank_of(finder, cut.offset, level_of(frame, cut.depth), false);
        add_bound(finder, (ChunkBound){.offset = cut.offset, .rank = rank});
        frame->head = false;
    }
}

static uint32_t shallowest_cut(const Finder *finder, uint32_t from, uint32_t end)
{
    const CutPointVec *cuts = &finder->outline->cuts;
    uint32_t depth = UINT32_MAX;
    for (size_t i = finder->cut; i < cuts->len && cuts->ptr[i].offset < end; i++)
        if (cuts->ptr[i].offset > from)
            depth = MIN(depth, cuts->ptr[i].depth);
    return depth == UINT32_MAX ? 0 : depth;
}

/* Level of a declaration in the innermost frame: the level of the cut point at its start. */
static uint32_t symbol_level(const Finder *finder, uint32_t start)
{
    const CutPointVec *cuts = &finder->outline->cuts;
    const Frame *frame = &finder->frames[finder->depth - 1];
    size_t i = finder->cut;
    bool known = i < cuts->len && cuts->ptr[i].offset == start;
    return known ? level_of(frame, cuts->ptr[i].depth) : MIN(frame->level + 1, CHUNK_LEVEL_MAX);
}

/* ---- declarations ---- */

static const Symbol *symbol_at(const Finder *finder, size_t index)
{
    const SymbolVec *symbols = &finder->outline->symbols;
    return index < symbols->len ? &symbols->ptr[index] : NULL;
}

/* Measures the declaration without its indentation and line end, as it may fit without them. */
static void measure_bare(const Finder *finder, const Symbol *symbol, Unit *unit)
{
    unit->fits = symbol->end - symbol->start <= finder->size_max;
    if (!unit->fits)
        return;
    if (unit->start == unit->decl)
        unit->start = symbol->start;
    unit->decl = symbol->start;
    unit->end = symbol->end;
}

static Unit measure(Finder *finder, const Symbol *symbol)
{
    uint32_t lead = MAX(MIN(symbol->lead, symbol->start), finder->covered);
    Unit unit = {.start = snap_to_line(finder, lead),
                 .decl = snap_to_line(finder, symbol->start),
                 .end = line_after(finder, symbol->end),
                 .multiline = line_after(finder, symbol->start + 1) < symbol->end};
    const Symbol *next = symbol_at(finder, symbol->next);
    if (next && next->start >= symbol->end && next->start < unit.end)
        unit.end = next->start;
    unit.fits = true;
    if (unit.end - unit.start <= finder->size_max)
        unit.decl = unit.start;
    else if (unit.end - unit.decl <= finder->size_max)
        return unit;
    else
        measure_bare(finder, symbol, &unit);
    return unit;
}

static void add_unit(Finder *finder, const Unit *unit)
{
    uint32_t level = symbol_level(finder, unit->start);
    add_start(finder, unit->start, level, unit);
    if (unit->decl > unit->start)
        add_start(finder, unit->decl, level, unit);
    add_end(finder, unit->end, level, unit->multiline);
    finder->covered = unit->end;
}

/* Start of the first element of the body; at the earliest the second line. */
static uint32_t head_end(Finder *finder, const Symbol *symbol)
{
    uint32_t body = symbol->body > symbol->start && symbol->body < symbol->end ? symbol->body : 0;
    if (body && finder->text.ptr[body] != '{') {
        uint32_t line = snap_to_line(finder, body);
        if (is_line_start(finder->text, line))
            return skip_blank_lines(finder, line);
    }
    uint32_t from = body ? body : symbol->start;
    return skip_blank_lines(finder, line_after(finder, from + 1));
}

static void open_frame(Finder *finder, const Symbol *symbol, const Unit *unit)
{
    Frame *outer = &finder->frames[finder->depth - 1];
    uint32_t level = symbol_level(finder, unit->start);
    if (!outer->head)
        add_start(finder, unit->start, level, unit);
    Frame frame = {.end = symbol->end, .level = level, .head = true, .multiline = unit->multiline};
    frame.quiet_end = MIN(head_end(finder, symbol), symbol->end);
    frame.depth_base = shallowest_cut(finder, frame.quiet_end, symbol->end);
    add_zone(finder, unit->start, frame.quiet_end);
    finder->frames[finder->depth++] = frame;
}

/* `next` is the symbol after it, NULL at the end. */
static void close_frame(Finder *finder, const Symbol *next)
{
    Frame frame = finder->frames[finder->depth - 1];
    add_cuts(finder, frame.end);
    finder->depth--;
    uint32_t end = line_after(finder, frame.end);
    if (next && next->start >= frame.end && next->start < end)
        end = frame.end;
    add_end(finder, end, frame.level, frame.multiline);
    finder->covered = MAX(finder->covered, end);
    finder->frames[finder->depth - 1].split_before = true;
    finder->frames[finder->depth - 1].head = false;
}

static bool is_sound(const Finder *finder, const Symbol *symbol)
{
    const Frame *frame = &finder->frames[finder->depth - 1];
    return symbol->start >= finder->covered && symbol->end > symbol->start &&
           symbol->end <= frame->end && finder->depth < COUNT(finder->frames);
}

/* Opens the frame of the file. Imports, or another short text, before the first declaration are its
   head. */
static void open_file(Finder *finder)
{
    const Outline *outline = finder->outline;
    Frame *frame = &finder->frames[0];
    *frame = (Frame){.end = (uint32_t)finder->text.len};
    finder->depth = 1;
    const Symbol *first = symbol_at(finder, 0);
    uint32_t start = first ? MIN(MIN(first->lead, first->start), frame->end) : 0;
    bool imports = outline->imports.len && outline->imports.ptr[0].start < start;
    if (start && start <= (imports ? finder->size_max : finder->size_max / 2)) {
        frame->head = true;
        frame->quiet_end = start;
        add_zone(finder, 0, start);
    }
    frame->depth_base = shallowest_cut(finder, frame->quiet_end, frame->end);
}

void chunk_bounds_find(Arena *arena, const Outline *outline, Str text, size_t size_max,
                       ChunkBounds *found)
{
    Finder finder = {
        .arena = arena, .outline = outline, .text = text, .size_max = size_max, .found = found};
    open_file(&finder);
    for (size_t i = 0; i < outline->symbols.len;) {
        const Symbol *symbol = &outline->symbols.ptr[i];
        while (finder.depth > 1 && finder.frames[finder.depth - 1].end <= symbol->start)
            close_frame(&finder, symbol);
        if (!is_sound(&finder, symbol)) {
            i++;
            continue;
        }
        Unit unit = measure(&finder, symbol);
        add_cuts(&finder, unit.start);
        if (unit.fits)
            add_unit(&finder, &unit);
        else
            open_frame(&finder, symbol, &unit);
        i = unit.fits && symbol->next > i ? symbol->next : i + 1;
    }
    while (finder.depth > 1)
        close_frame(&finder, NULL);
    add_cuts(&finder, (uint32_t)text.len);
}
