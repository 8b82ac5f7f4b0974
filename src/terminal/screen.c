/* Differential update of rows, by relative movements of the cursor: the cursor's absolute position
   is neither known nor queried. */
#include "terminal/screen.h"

/* A frame holds at most a screen of rows; a terminal of 1,000 columns and rows takes 24 MB. */
#define ARENA_BYTES ((size_t)256 << 20)

void screen_open(Screen *screen, size_t columns, bool styled)
{
    *screen = (Screen){.columns = columns, .styled = styled};
    for (size_t i = 0; i < COUNT(screen->arenas); i++)
        arena_open(&screen->arenas[i], ARENA_BYTES);
}

void screen_close(Screen *screen)
{
    for (size_t i = 0; i < COUNT(screen->arenas); i++)
        arena_close(&screen->arenas[i]);
    *screen = (Screen){0};
}

Arena *screen_begin(Screen *screen)
{
    arena_reset(&screen->arenas[screen->next]);
    return &screen->arenas[screen->next];
}

void frame_add(Arena *arena, Frame *frame, CellSpan row)
{
    *VEC_PUSH(arena, &frame->rows) = row;
}

/* Goes to the first column of a row of the frame; missing rows are created. */
static void go_to_row(Screen *screen, size_t row, size_t existing, Buf *out)
{
    size_t last = MIN(row, existing ? existing - 1 : 0);
    buf_put_byte(out, '\r');
    if (screen->row > last)
        buf_printf(out, "\033[%zuA", screen->row - last);
    else if (screen->row < last)
        buf_printf(out, "\033[%zuB", last - screen->row);
    for (size_t i = last; i < row; i++)
        buf_put_byte(out, '\n');
    screen->row = row;
}

static void go_to_column(size_t column, Buf *out)
{
    buf_put_byte(out, '\r');
    if (column)
        buf_printf(out, "\033[%zuC", column);
}

static void draw_row(Screen *screen, size_t i, CellSpan row, Buf *out)
{
    size_t existing = MAX(screen->shown.rows.len, i);
    CellSpan old = i < screen->shown.rows.len ? screen->shown.rows.ptr[i] : (CellSpan){0};
    size_t same = 0;
    while (same < row.len && same < old.len && cell_equal(&row.ptr[same], &old.ptr[same]))
        same++;
    if (same == row.len && same == old.len && i < screen->shown.rows.len)
        return;
    if (screen->row != i || !screen->shown.rows.len)
        go_to_row(screen, i, existing, out);
    go_to_column(cells_columns((CellSpan){row.ptr, same}), out);
    cells_write(out, cells_from(row, same), screen->styled);
    if (cells_columns(old) > cells_columns(row))
        buf_put(out, STR("\033[K"));
}

void screen_draw(Screen *screen, const Frame *frame, Buf *out)
{
    size_t count = frame->rows.len, was = screen->shown.rows.len;
    for (size_t i = 0; i < count; i++)
        draw_row(screen, i, frame->rows.ptr[i], out);
    if (was > count) {
        go_to_row(screen, count ? count - 1 : 0, was, out);
        if (count)
            buf_put(out, STR("\033[B\033[J\033[A"));
        else
            buf_put(out, STR("\033[J"));
    }
    size_t existing = MAX(count, (size_t)1);
    if (screen->row != frame->cursor_row)
        go_to_row(screen, MIN(frame->cursor_row, existing - 1), existing, out);
    go_to_column(frame->cursor_column, out);
    screen->shown = *frame;
    screen->next = !screen->next;
}

void screen_erase(Screen *screen, Buf *out)
{
    if (screen->shown.rows.len) {
        go_to_row(screen, 0, screen->shown.rows.len, out);
        buf_put(out, STR("\033[J"));
    }
    screen_forget(screen);
}

void screen_leave(Screen *screen, Buf *out)
{
    size_t count = screen->shown.rows.len;
    if (count) {
        go_to_row(screen, count - 1, count, out);
        buf_put_byte(out, '\n');
    }
    screen_forget(screen);
}

void screen_forget(Screen *screen)
{
    screen->shown = (Frame){0};
    screen->row = 0;
}

void screen_resize(Screen *screen, size_t columns, Buf *out)
{
    size_t above = 0;
    for (size_t i = 0; i < screen->shown.rows.len && i <= screen->row; i++) {
        size_t width = cells_columns(screen->shown.rows.ptr[i]);
        if (i == screen->row)
            width = screen->shown.cursor_column;
        above +=
            i < screen->row ? MAX((width + columns - 1) / columns, (size_t)1) : width / columns;
    }
    if (screen->shown.rows.len) {
        buf_put_byte(out, '\r');
        if (above)
            buf_printf(out, "\033[%zuA", above);
        buf_put(out, STR("\033[J"));
    }
    screen_forget(screen);
    screen->columns = columns;
}

void screen_clear(Screen *screen, Buf *out)
{
    buf_put(out, STR("\033[H\033[2J"));
    screen_forget(screen);
}
