/* The text is laid out as a whole, then the rows around the cursor are chosen. */
#include "terminal/line_view.h"

/* Rows of candidates: more would push the text out of sight. */
#define LIST_ROWS_MAX 8
/* Rows of a long text kept after submission; its start is enough. */
#define SUBMITTED_ROWS_MAX 20

typedef struct Layout {
    Arena *arena;
    const LineEditor *editor;
    Frame rows; /* all of them, without indentation */
    size_t columns;
} Layout;

static CellSpan prompt_cells(Arena *arena, const LineEditor *editor, const LineView *view)
{
    CellVec cells = {0};
    if (!editor->searching) {
        cells_put_plain(arena, &cells, view->prompt, style_of(LOOK_PROMPT));
    } else {
        cells_put_plain(arena, &cells,
                        editor->search_failed ? STR("(no match: ") : STR("(search: "),
                        style_of(LOOK_STATUS));
        cells_put_plain(arena, &cells, (Str){editor->query, editor->query_len}, 0);
        cells_put_plain(arena, &cells, STR(") "), style_of(LOOK_STATUS));
    }
    return cells_cut(arena, cells_span(&cells), MAX(view->columns / 2, (size_t)1));
}

/* The cells of [from, to) of the text, folds as their labels. */
static CellVec line_cells(Arena *arena, const LineEditor *editor, size_t from, size_t to)
{
    CellVec cells = {0};
    Str text = {editor->text, editor->len};
    size_t plain = from;
    for (size_t at = from; at < to;) {
        size_t start = at;
        const LineFold *fold =
            (unsigned char)text.ptr[at] == 0xEF ? line_fold_at(editor, at) : NULL;
        if (!fold) {
            at++;
            continue;
        }
        str_decode(text, &at);
        cells_put(arena, &cells, str_slice(text, plain, start), plain, 0, CLEAN_CODE);
        size_t first = cells.len;
        cells_put_plain(arena, &cells, line_fold_label(arena, fold), style_of(LOOK_FOLD));
        for (size_t i = first; i < cells.len; i++)
            cells.ptr[i].source = (uint32_t)start & INT32_MAX;
        plain = at;
    }
    cells_put(arena, &cells, str_slice(text, plain, to), plain, 0, CLEAN_CODE);
    return cells;
}

static size_t columns_before(CellSpan row, size_t cursor)
{
    size_t columns = 0;
    for (size_t i = 0; i < row.len && row.ptr[i].source < cursor; i++)
        columns += row.ptr[i].columns;
    return columns;
}

/* Lays out one line of the text, [from, to), and finds the cursor in it. */
static void lay_out_line(Layout *layout, size_t from, size_t to)
{
    Frame *rows = &layout->rows;
    size_t cursor = layout->editor->cursor;
    bool has_cursor = cursor >= from && cursor <= to;
    CellVec cells = line_cells(layout->arena, layout->editor, from, to);
    CellSpan rest = cells_span(&cells), row = {0};
    bool first = true;
    while (cells_take_row(&rest, layout->columns, false, &row) || first) {
        if (has_cursor && (first || row.ptr[0].source <= cursor)) {
            rows->cursor_row = rows->rows.len;
            rows->cursor_column = columns_before(row, cursor);
        }
        frame_add(layout->arena, rows, row);
        first = false;
    }
    if (has_cursor && rows->cursor_column >= layout->columns) {
        if (rows->cursor_row + 1 == rows->rows.len)
            frame_add(layout->arena, rows, (CellSpan){0});
        rows->cursor_row++;
        rows->cursor_column = 0;
    }
}

static void lay_out(Layout *layout)
{
    size_t from = 0;
    Str text = {layout->editor->text, layout->editor->len};
    for (size_t at = 0; at <= text.len; at++)
        if (at == text.len || text.ptr[at] == '\n') {
            lay_out_line(layout, from, at);
            from = at + 1;
        }
}

/* Adds a row with its prefix: the prompt, an arrow, or spaces. */
static void add_row(Arena *arena, Frame *frame, CellSpan before, size_t indent, CellSpan row)
{
    CellVec cells = {0};
    cells_append(arena, &cells, before);
    for (size_t i = cells_columns(before); i < indent; i++)
        cells_put_plain(arena, &cells, STR(" "), 0);
    cells_append(arena, &cells, row);
    frame_add(arena, frame, cells_span(&cells));
}

static CellSpan arrow(Arena *arena, Str text)
{
    CellVec cells = {0};
    cells_put_plain(arena, &cells, text, style_of(LOOK_STATUS));
    return cells_span(&cells);
}

/* Adds at most `most` rows of the text, those around the cursor. */
static void add_text(Arena *arena, const LineEditor *editor, const LineView *view, size_t most,
                     Frame *frame)
{
    CellSpan prompt = prompt_cells(arena, editor, view);
    size_t indent = cells_columns(prompt);
    Layout layout = {.arena = arena, .editor = editor, .columns = view->columns - indent};
    layout.columns = MAX(layout.columns, (size_t)1);
    lay_out(&layout);
    Frame *all = &layout.rows;
    size_t top = all->cursor_row < most ? 0 : all->cursor_row - most + 1;
    size_t end = MIN(top + most, all->rows.len);
    for (size_t i = top; i < end; i++) {
        CellSpan before = {0};
        if (i == 0)
            before = prompt;
        else if (indent && i == top)
            before = arrow(arena, STR("↑"));
        else if (indent && i + 1 == end && end < all->rows.len)
            before = arrow(arena, STR("↓"));
        add_row(arena, frame, before, indent, all->rows.ptr[i]);
    }
    frame->cursor_row = all->cursor_row - top;
    frame->cursor_column = indent + all->cursor_column;
}

static size_t widest(Arena *arena, const LineCompletion *list)
{
    size_t most = 0;
    for (size_t i = 0; i < list->candidates.len; i++) {
        CellVec cells = {0};
        cells_put(arena, &cells, list->candidates.ptr[i].text, 0, 0, CLEAN_CODE);
        most = MAX(most, cells_columns(cells_span(&cells)));
    }
    return most;
}

/* One candidate, padded to `width` columns. */
static void put_candidate(Arena *arena, CellVec *row, const LineCandidate *candidate, bool chosen,
                          size_t width)
{
    CellVec cells = {0};
    Style style = chosen ? style_of(LOOK_CHOSEN) : 0;
    cells_put_plain(arena, row, chosen ? STR("› ") : STR("  "), 0);
    cells_put(arena, &cells, candidate->text, 0, style, CLEAN_CODE);
    CellSpan cut = cells_cut(arena, cells_span(&cells), width);
    cells_append(arena, row, cut);
    for (size_t i = cells_columns(cut); i < width; i++)
        cells_put_plain(arena, row, STR(" "), 0);
}

static bool has_about(const LineCompletion *list)
{
    for (size_t i = 0; i < list->candidates.len; i++)
        if (list->candidates.ptr[i].about.len)
            return true;
    return false;
}

typedef struct Grid {
    size_t width, across, down, first; /* columns of a candidate; of the grid; rows; first row */
} Grid;

static Grid lay_out_list(Arena *arena, const LineEditor *editor, size_t columns, size_t rows)
{
    Grid grid = {.width = widest(arena, &editor->list), .across = 1};
    size_t count = editor->list.candidates.len;
    grid.width = MIN(grid.width, MAX(columns, (size_t)3) - 2);
    if (!has_about(&editor->list))
        grid.across = MAX(columns / (grid.width + 2), (size_t)1);
    size_t needed = (count + grid.across - 1) / grid.across;
    grid.down = needed > rows ? MAX(rows, (size_t)2) - 1 : needed;
    size_t at = editor->chosen == STR_NONE ? 0 : editor->chosen / grid.across;
    grid.first = at < grid.down ? 0 : at - grid.down + 1;
    return grid;
}

static void add_list(Arena *arena, const LineEditor *editor, size_t columns, size_t rows,
                     Frame *frame)
{
    const LineCompletion *list = &editor->list;
    Grid grid = lay_out_list(arena, editor, columns, rows);
    size_t i = grid.first * grid.across, from = i;
    for (size_t row = 0; row < grid.down && i < list->candidates.len; row++) {
        CellVec cells = {0};
        for (size_t n = 0; n < grid.across && i < list->candidates.len; n++, i++) {
            const LineCandidate *candidate = &list->candidates.ptr[i];
            put_candidate(arena, &cells, candidate, i == editor->chosen, grid.width);
            if (candidate->about.len) {
                cells_put_plain(arena, &cells, STR("  "), 0);
                cells_put_plain(arena, &cells, candidate->about, style_of(LOOK_ABOUT));
            }
        }
        frame_add(arena, frame, cells_cut(arena, cells_span(&cells), columns));
    }
    size_t hidden = list->candidates.len - (i - from);
    if (hidden) {
        CellVec cells = {0};
        cells_put_plain(arena, &cells, str_format(arena, "  … %zu more", hidden),
                        style_of(LOOK_STATUS));
        frame_add(arena, frame, cells_cut(arena, cells_span(&cells), columns));
    }
}

static CellSpan last_row(Arena *arena, const LineEditor *editor, const LineView *view)
{
    CellVec cells = {0};
    if (!editor->notice)
        return view->status ? status_cells(arena, view->status, view->columns) : (CellSpan){0};
    cells_put_plain(arena, &cells, str_from(editor->notice), style_of(LOOK_STATUS));
    return cells_cut(arena, cells_span(&cells), view->columns);
}

void line_view(Arena *arena, const LineEditor *editor, const LineView *view, Frame *frame)
{
    CellSpan last = last_row(arena, editor, view);
    size_t rows = view->rows, list_rows = 0;
    bool has_last = last.len && rows > 1;
    rows -= has_last;
    if (editor->list.candidates.len)
        list_rows = MIN((size_t)LIST_ROWS_MAX, rows / 2);
    add_text(arena, editor, view, rows - list_rows, frame);
    if (list_rows > 1)
        add_list(arena, editor, view->columns, list_rows, frame);
    if (has_last)
        frame_add(arena, frame, last);
}

void line_view_submitted(Arena *arena, const LineEditor *editor, const LineView *view, Frame *frame)
{
    LineEditor plain = *editor;
    plain.searching = false;
    plain.cursor = 0;
    add_text(arena, &plain, view, MIN(view->rows, (size_t)SUBMITTED_ROWS_MAX), frame);
}
