/* Line breaking by columns. */
#include "terminal/cells.h"

static void put_cell(Arena *arena, CellVec *cells, Str text, unsigned columns, Cell like)
{
    Cell *cell = VEC_PUSH(arena, cells);
    *cell = like;
    cell->ptr = text.ptr;
    cell->len = (uint8_t)text.len;
    cell->columns = (uint8_t)columns;
}

/* Returns the number of its columns. */
static size_t put_tab(Arena *arena, CellVec *cells, size_t column, Cell like)
{
    size_t spaces = CLEAN_TAB_COLUMNS - column % CLEAN_TAB_COLUMNS;
    for (size_t n = spaces; n; n--)
        put_cell(arena, cells, STR(" "), 1, like);
    return spaces;
}

static void put_clean(Arena *arena, CellVec *cells, const CleanChar *c, Cell like)
{
    Str text = str_copy(arena, (Str){c->text, c->len});
    if (!c->spelled) {
        put_cell(arena, cells, text, c->columns, like);
        return;
    }
    for (size_t i = 0; i < text.len; i++)
        put_cell(arena, cells, str_slice(text, i, i + 1), 1, like);
}

void cells_put(Arena *arena, CellVec *cells, Str text, size_t source, Style style, CleanFor purpose)
{
    size_t column = str_find_byte(text, '\t') == STR_NONE ? 0 : cells_columns(cells_span(cells));
    for (size_t at = 0; at < text.len;) {
        Cell like = {.style = style, .source = (uint32_t)(source + at) & INT32_MAX};
        if (text.ptr[at] == '\t') {
            column += put_tab(arena, cells, column, like);
            at++;
            continue;
        }
        if (text.ptr[at] >= ' ' && text.ptr[at] < 0x7F &&
            (at + 1 == text.len || (unsigned char)text.ptr[at + 1] < 0x80)) {
            static const char ascii[] =
                " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXY"
                "Z[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~";
            put_cell(arena, cells, (Str){ascii + (text.ptr[at] - ' '), 1}, 1, like);
            column++;
            at++;
            continue;
        }
        CleanChar c = clean_next(text, &at, purpose);
        column += c.columns;
        if (c.len)
            put_clean(arena, cells, &c, like);
    }
}

void cells_put_plain(Arena *arena, CellVec *cells, Str text, Style style)
{
    cells_put(arena, cells, text, 0, style, CLEAN_PROSE);
}

size_t cells_columns(CellSpan cells)
{
    size_t columns = 0;
    for (size_t i = 0; i < cells.len; i++)
        columns += cells.ptr[i].columns;
    return columns;
}

void cells_append(Arena *arena, CellVec *cells, CellSpan more)
{
    for (size_t i = 0; i < more.len; i++)
        *VEC_PUSH(arena, cells) = more.ptr[i];
}

static bool is_space(const Cell *cell)
{
    return cell->len == 1 && cell->ptr[0] == ' ';
}

/* Whether a row may break before cell `at`, which is not the first. */
static bool may_break(CellSpan cells, size_t at)
{
    const Cell *before = &cells.ptr[at - 1], *after = &cells.ptr[at];
    return is_space(before) || is_space(after) || before->columns == 2 || after->columns == 2;
}

bool cells_take_row(CellSpan *rest, size_t columns, bool words, CellSpan *row)
{
    size_t fits = 0, width = 0;
    if (!rest->len)
        return false;
    while (fits < rest->len && (!fits || width + rest->ptr[fits].columns <= columns))
        width += rest->ptr[fits++].columns;
    size_t next = fits;
    if (words && fits < rest->len) {
        size_t at = fits;
        while (at && !may_break(*rest, at))
            at--;
        fits = next = at ? at : fits;
        while (next < rest->len && is_space(&rest->ptr[next]))
            next++;
        while (fits > 1 && is_space(&rest->ptr[fits - 1]))
            fits--;
    }
    *row = (CellSpan){rest->ptr, fits};
    *rest = cells_from(*rest, next);
    return true;
}

CellSpan cells_cut(Arena *arena, CellSpan cells, size_t columns)
{
    CellVec cut = {0};
    if (cells_columns(cells) <= columns)
        return cells;
    size_t width = 0, i = 0;
    for (; i < cells.len && width + cells.ptr[i].columns < columns; i++)
        width += cells.ptr[i].columns;
    Style style = i ? cells.ptr[i - 1].style : 0;
    cells_append(arena, &cut, (CellSpan){cells.ptr, i});
    cells_put_plain(arena, &cut, STR("…"), style);
    return cells_span(&cut);
}

void cells_write(Buf *out, CellSpan cells, bool styled)
{
    Style style = 0;
    for (size_t i = 0; i < cells.len; i++) {
        const Cell *cell = &cells.ptr[i];
        if (styled)
            style_change(out, style, cell->style);
        style = cell->style;
        buf_put(out, (Str){cell->ptr, cell->len});
    }
    if (styled)
        style_change(out, style, 0);
}

bool cell_equal(const Cell *a, const Cell *b)
{
    return a->len == b->len && a->columns == b->columns && a->style == b->style &&
           memcmp(a->ptr, b->ptr, a->len) == 0;
}
