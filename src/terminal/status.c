/* Parts with a rank: the lowest is dropped first. */
#include "terminal/status.h"

typedef struct Part {
    Str text;
    int rank;
} Part;

/* One for each field of Status. */
#define PARTS_MAX 6

static Str number(Arena *arena, Str before, uint64_t value, Str after)
{
    Buf text = buf_open(arena, 0);
    buf_put(&text, before);
    buf_put_thousands(&text, value);
    buf_put(&text, after);
    return buf_str(&text);
}

static Str window(Arena *arena, const Status *status)
{
    if (!status->window_max)
        return number(arena, STR(""), status->window, STR(" tokens"));
    Str of = number(arena, STR(" of "), status->window_max, STR(" tokens"));
    return number(arena, STR(""), status->window, of);
}

static size_t list_parts(Arena *arena, const Status *status, Part parts[PARTS_MAX])
{
    size_t n = 0;
    uint64_t input = status->cache_read + status->cache_misses;
    if (status->note.len)
        parts[n++] = (Part){status->note, 6};
    if (status->model.len)
        parts[n++] = (Part){status->model, 4};
    if (status->window || status->window_max)
        parts[n++] = (Part){window(arena, status), 5};
    if (status->spent)
        parts[n++] = (Part){number(arena, STR(""), status->spent, STR(" spent")), 2};
    if (status->cache_read)
        parts[n++] =
            (Part){number(arena, STR("cache "), status->cache_read * 100 / input, STR(" %")), 1};
    if (status->cost.len)
        parts[n++] = (Part){status->cost, 3};
    return n;
}

static CellSpan join(Arena *arena, const Part *parts, size_t count)
{
    CellVec cells = {0};
    Style style = style_of(LOOK_STATUS);
    for (size_t i = 0; i < count; i++) {
        if (i)
            cells_put_plain(arena, &cells, STR(" · "), style);
        cells_put_plain(arena, &cells, parts[i].text, style);
    }
    return cells_span(&cells);
}

CellSpan status_cells(Arena *arena, const Status *status, size_t columns)
{
    Part parts[PARTS_MAX];
    size_t count = list_parts(arena, status, parts);
    CellSpan cells = join(arena, parts, count);
    while (count > 1 && cells_columns(cells) > columns) {
        size_t least = 0;
        for (size_t i = 1; i < count; i++)
            if (parts[i].rank < parts[least].rank)
                least = i;
        count--;
        memmove(parts + least, parts + least + 1, (count - least) * sizeof *parts);
        cells = join(arena, parts, count);
    }
    return cells_cut(arena, cells, columns);
}
