/* Ranges of characters by their columns are generated from Unicode's data (width.def), since C
   libraries have other versions of it. A lookup is a binary search. */
#include "text/width.h"

typedef struct Range {
    uint32_t first, last;
} Range;

/* Combining marks, joiners and other characters without a column of their own. */
static const Range zero_width[] = {
#define NO_COLUMN(first, last) {first, last},
#define TWO_COLUMNS(first, last)
#include "text/width.def"
#undef NO_COLUMN
#undef TWO_COLUMNS
};

/* Wide and fullwidth: two columns. */
static const Range double_width[] = {
#define NO_COLUMN(first, last)
#define TWO_COLUMNS(first, last) {first, last},
#include "text/width.def"
#undef NO_COLUMN
#undef TWO_COLUMNS
};

static bool range_holds(const Range *ranges, size_t count, uint32_t c)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (ranges[middle].last < c)
            low = middle + 1;
        else
            high = middle;
    }
    return low < count && ranges[low].first <= c;
}

static size_t columns_of(uint32_t c)
{
    if (c < 0x20 || c == 0x7F)
        return 0;
    if (c < 0x300)
        return 1;
    if (range_holds(zero_width, COUNT(zero_width), c))
        return 0;
    return range_holds(double_width, COUNT(double_width), c) ? 2 : 1;
}

size_t width_columns(Str text)
{
    size_t columns = 0;
    for (size_t at = 0; at < text.len;)
        columns += columns_of(str_decode(text, &at));
    return columns;
}

/* Length of the longest prefix that takes at most max columns, with its combining marks. */
static size_t head_bytes(Str text, size_t max)
{
    size_t columns = 0, end = 0;
    while (end < text.len) {
        size_t at = end;
        columns += columns_of(str_decode(text, &at));
        if (columns > max)
            break;
        end = at;
    }
    return end;
}

/* Start of the longest suffix that takes at most max columns, never at a combining mark. */
static size_t tail_start(Str text, size_t max)
{
    size_t columns = width_columns(text), at = 0;
    while (columns > max)
        columns -= columns_of(str_decode(text, &at));
    for (size_t next = at; next < text.len; at = next)
        if (columns_of(str_decode(text, &next)))
            break;
    return at;
}

Str width_cut_middle(Arena *arena, Str text, size_t max)
{
    if (width_columns(text) <= max)
        return text;
    Str head = str_slice(text, 0, head_bytes(text, (max - 1) / 2));
    Str tail = str_from_offset(text, tail_start(text, max - 1 - width_columns(head)));
    return str_join(arena, str_join(arena, head, STR("…")), tail);
}

Str width_cut_at(Arena *arena, Str text, size_t at)
{
    Str head = str_slice(text, 0, at);
    size_t space = text.ptr[head.len] == ' ' ? head.len : str_find_last_byte(head, ' ');
    if (space != STR_NONE && space > head.len / 2)
        head = str_trim_end(str_slice(head, 0, space));
    while (head.len && byte_in(head.ptr[head.len - 1], ",;:"))
        head.len--;
    return str_join(arena, head, STR("…"));
}

Str width_cut_end(Arena *arena, Str text, size_t max)
{
    return width_columns(text) <= max ? text : width_cut_at(arena, text, head_bytes(text, max - 1));
}
