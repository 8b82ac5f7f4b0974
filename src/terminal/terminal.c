/* Output goes above the frame, which is erased and drawn again: the frame is the rest of an
   incomplete answer, the activity and the status line. */
#include "terminal/terminal_state.h"

#include "base/fs.h"
#include "base/proc.h"
#include "terminal/terminal_diff.h"

/* Interval of frames of an animation or a stream; nobody sees faster ones. */
#define FRAME_MS 40
#define SPINNER_MS 100
/* Rows of an incomplete answer that are redrawn: beyond this its first rows are final. */
#define PREVIEW_ROWS_MAX 12
/* Minimum width: a narrower terminal cuts the rows. */
#define COLUMNS_MIN 4

static bool is_set(const char *variable)
{
    return fs_environment(variable).len;
}

static TerminalKind choose_kind(const Tty *tty, bool plain)
{
    if (!tty->in_is_terminal || !tty->out_is_terminal)
        return TERMINAL_PIPE;
    return plain ? TERMINAL_PLAIN : TERMINAL_FULL;
}

static bool wants_plain(const TerminalOptions *options)
{
    Str term = fs_environment("TERM");
    return options->plain || is_set("FOVEA_PLAIN") || !term.len || str_equal(term, STR("dumb"));
}

size_t terminal_columns(const Terminal *terminal)
{
    size_t columns = tty_size(&terminal->tty).columns;
    return columns > COLUMNS_MIN ? columns - 1 : COLUMNS_MIN;
}

size_t terminal_rows(const Terminal *terminal)
{
    size_t rows = tty_size(&terminal->tty).rows;
    return rows > 2 ? rows - 1 : 1;
}

Terminal *terminal_open(Arena *arena, const TerminalOptions *options)
{
    Terminal *terminal = NEW(arena, Terminal, 1);
    bool plain = wants_plain(options);
    tty_open(&terminal->tty, 0, 1, !plain);
    terminal->kind = choose_kind(&terminal->tty, plain);
    bool full = terminal->kind == TERMINAL_FULL, shown = terminal->tty.out_is_terminal;
    terminal->styled = shown && !plain && !is_set("NO_COLOR");
    terminal->ahead = arena_bytes(arena, AHEAD_BYTES_MAX);
    terminal->markdown =
        markdown_open(arena, shown ? terminal_columns(terminal) : 0, terminal->styled);
    terminal_open_lock(terminal);
    arena_open(&terminal->arena, 0);
    terminal->out = buf_open(&terminal->arena, 0);
    input_open(&terminal->input);
    screen_open(&terminal->screen, tty_size(&terminal->tty).columns, terminal->styled);
    line_history_open(&terminal->history, full ? options->history : (Str){0});
    line_open(&terminal->editor, &terminal->history, NULL, NULL);
    /* Text typed before the first prompt already counts as keys: Enter is no line feed. */
    if (full)
        tty_set_mode(&terminal->tty, TTY_BUSY);
    return terminal;
}

void terminal_close(Terminal *terminal)
{
    terminal_end(terminal);
    tty_close(&terminal->tty);
    line_close(&terminal->editor);
    line_history_close(&terminal->history);
    screen_close(&terminal->screen);
    input_close(&terminal->input);
    arena_close(&terminal->arena);
    terminal_close_lock(terminal);
}

const volatile bool *terminal_interrupt(const Terminal *terminal)
{
    (void)terminal;
    return tty_interrupt();
}

void terminal_flush(Terminal *terminal)
{
    tty_write(&terminal->tty, buf_str(&terminal->out));
    arena_reset(&terminal->arena);
    terminal->out = buf_open(&terminal->arena, 0);
}

bool terminal_follow_size(Terminal *terminal)
{
    TtyEvent event = tty_take_event();
    if (event == TTY_SAME || terminal->kind != TERMINAL_FULL)
        return false;
    if (event == TTY_RESUMED)
        screen_forget(&terminal->screen);
    screen_resize(&terminal->screen, tty_size(&terminal->tty).columns, &terminal->out);
    markdown_set_columns(terminal->markdown, terminal_columns(terminal));
    return true;
}

static CellSpan activity_cells(Terminal *terminal, Arena *arena, int64_t now)
{
    static const char *const turns[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
    CellVec cells = {0};
    int64_t elapsed = now - terminal->activity_ms;
    if (!terminal->activity_len)
        return (CellSpan){0};
    terminal->turns = (unsigned)(elapsed / SPINNER_MS);
    cells_put_plain(arena, &cells, str_from(turns[terminal->turns % COUNT(turns)]),
                    style_of(LOOK_PROMPT));
    cells_put_plain(arena, &cells, STR(" "), 0);
    cells_put_plain(arena, &cells, (Str){terminal->activity, terminal->activity_len}, 0);
    if (elapsed >= 1000)
        cells_put_plain(arena, &cells, str_format(arena, " %lld s", (long long)(elapsed / 1000)),
                        style_of(LOOK_STATUS));
    return cells_cut(arena, cells_span(&cells), terminal_columns(terminal));
}

/* Draws the frame of a running answer. */
static void draw_busy(Terminal *terminal)
{
    Arena *arena = screen_begin(&terminal->screen);
    Frame frame = {0};
    CellRows rows = {0};
    int64_t now = proc_clock_ms();
    size_t columns = terminal_columns(terminal), room = terminal_rows(terminal);
    if (terminal->in_markdown)
        markdown_preview(terminal->markdown, arena, &rows);
    CellSpan activity = activity_cells(terminal, arena, now);
    CellSpan status = status_cells(arena, &terminal->status, columns);
    size_t below = (activity.len ? 1u : 0u) + (status.len ? 1u : 0u);
    size_t most = room > below ? room - below : 0;
    for (size_t i = rows.len > most ? rows.len - most : 0; i < rows.len; i++)
        frame_add(arena, &frame, rows.ptr[i]);
    if (activity.len)
        frame_add(arena, &frame, activity);
    if (status.len && frame.rows.len < room)
        frame_add(arena, &frame, status);
    frame.cursor_row = frame.rows.len ? frame.rows.len - 1 : 0;
    if (frame.rows.len)
        frame.cursor_column = cells_columns(frame.rows.ptr[frame.cursor_row]);
    screen_draw(&terminal->screen, &frame, &terminal->out);
    terminal->drawn_ms = now;
    terminal->stale = false;
}

/* Draws now, or leaves it to the next call if the last frame is recent. */
static void show(Terminal *terminal, bool now)
{
    terminal->stale = true;
    if (terminal->kind != TERMINAL_FULL || !terminal->busy)
        return;
    if (now || proc_clock_ms() - terminal->drawn_ms >= FRAME_MS)
        draw_busy(terminal);
}

/* Writes rows above the frame. */
static void write_above(Terminal *terminal, const Buf *rows)
{
    if (!rows->len)
        return;
    if (terminal->kind == TERMINAL_FULL)
        screen_erase(&terminal->screen, &terminal->out);
    buf_put(&terminal->out, buf_str(rows));
}

static void end_markdown(Terminal *terminal)
{
    Arena scratch SCOPED(arena_close) = {0};
    if (!terminal->in_markdown)
        return;
    arena_open(&scratch, 0);
    Buf rows = buf_open(&scratch, 0);
    markdown_end(terminal->markdown, &rows);
    terminal->in_markdown = false;
    write_above(terminal, &rows);
}

void terminal_begin(Terminal *terminal)
{
    tty_clear_interrupt();
    if (terminal->kind == TERMINAL_FULL)
        tty_set_mode(&terminal->tty, TTY_BUSY);
    terminal_start_ticker(terminal);
    Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
    (void)held;
    held->busy = true;
    show(terminal, true);
    terminal_flush(terminal);
}

void terminal_end(Terminal *terminal)
{
    terminal_stop_ticker(terminal);
    end_markdown(terminal);
    terminal->busy = false;
    terminal->activity_len = 0;
    if (terminal->kind == TERMINAL_FULL)
        screen_erase(&terminal->screen, &terminal->out);
    terminal_flush(terminal);
}

bool terminal_poll(Terminal *terminal)
{
    Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
    (void)held;
    bool full = held->kind == TERMINAL_FULL;
    if (full && terminal->busy && !terminal_fill(terminal, 0))
        terminal->ended = true;
    bool moved = terminal_follow_size(terminal);
    int64_t since = proc_clock_ms() - terminal->drawn_ms;
    if (moved || terminal->stale || (terminal->activity_len && since >= SPINNER_MS))
        show(terminal, moved);
    terminal_flush(terminal);
    return !terminal->tty.gone;
}

static Str keep_text(char *into, size_t room, Str text)
{
    size_t len = str_char_floor(text, MIN(text.len, room));
    if (len)
        memcpy(into, text.ptr, len);
    return (Str){into, len};
}

void terminal_set_status(Terminal *terminal, const Status *status)
{
    Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
    (void)held;
    Str *texts[] = {&terminal->status.model, &terminal->status.cost, &terminal->status.note};
    terminal->status = *status;
    for (size_t i = 0; i < COUNT(texts); i++)
        *texts[i] = keep_text(terminal->status_text[i], STATUS_BYTES_MAX, *texts[i]);
    show(terminal, false);
    terminal_flush(terminal);
}

void terminal_ring(Terminal *terminal)
{
    Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
    if (held->kind == TERMINAL_PIPE)
        return;
    buf_put_byte(&held->out, '\a');
    terminal_flush(held);
}

void terminal_set_activity(Terminal *terminal, Str activity)
{
    Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
    (void)held;
    Str before = {terminal->activity, terminal->activity_len};
    activity = str_slice(activity, 0, str_char_floor(activity, ACTIVITY_BYTES_MAX));
    if (str_equal(before, activity))
        return;
    terminal->activity_len = keep_text(terminal->activity, ACTIVITY_BYTES_MAX, activity).len;
    terminal->activity_ms = proc_clock_ms();
    if (terminal->kind == TERMINAL_PLAIN && activity.len)
        terminal_write_text(terminal, activity);
    show(terminal, true);
    terminal_flush(terminal);
}

void terminal_write_markdown(Terminal *terminal, Str piece)
{
    Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
    (void)held;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Buf rows = buf_open(&scratch, 0);
    bool full = terminal->kind == TERMINAL_FULL;
    terminal->in_markdown = true;
    terminal_follow_size(terminal);
    markdown_put(terminal->markdown, piece, &rows);
    bool draws = full && proc_clock_ms() - terminal->drawn_ms >= FRAME_MS;
    if (draws)
        markdown_pass(terminal->markdown,
                      MIN(terminal_rows(terminal) / 2 + 1, (size_t)PREVIEW_ROWS_MAX), &rows);
    write_above(terminal, &rows);
    show(terminal, rows.len > 0);
    terminal_flush(terminal);
}

/* Writes finished lines. */
static void write_lines(Terminal *terminal, Buf *rows)
{
    Terminal *held SCOPED(terminal_unlock) = terminal_lock(terminal);
    (void)held;
    end_markdown(terminal);
    if (rows->len && rows->ptr[rows->len - 1] != '\n')
        buf_put_byte(rows, '\n');
    write_above(terminal, rows);
    show(terminal, true);
    terminal_flush(terminal);
}

void terminal_write_text(Terminal *terminal, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Buf rows = buf_open(&scratch, 0);
    clean_put(&rows, text, CLEAN_CODE);
    write_lines(terminal, &rows);
}

/* Where the last column of a row begins, if it is in the left half. */
static size_t last_column(Str line, size_t columns)
{
    size_t at = 0;
    for (size_t i = 2; i < line.len && i <= columns / 2; i++)
        if (line.ptr[i] != ' ' && line.ptr[i - 1] == ' ' && line.ptr[i - 2] == ' ')
            at = i;
    return at;
}

static void put_wrapped(Arena *arena, Str line, size_t columns, Buf *rows)
{
    CellVec cells = {0};
    CellSpan row;
    size_t indent = 0;
    cells_put(arena, &cells, line, 0, 0, CLEAN_CODE);
    CellSpan rest = cells_span(&cells);
    if (!rest.len)
        buf_put_byte(rows, '\n');
    while (cells_take_row(&rest, columns - indent, true, &row)) {
        buf_put_repeat(rows, STR(" "), indent);
        cells_write(rows, row, false);
        buf_put_byte(rows, '\n');
        indent = last_column(line, columns);
    }
}

void terminal_write_list(Terminal *terminal, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    Str line;
    if (terminal->kind != TERMINAL_FULL) {
        terminal_write_text(terminal, text);
        return;
    }
    arena_open(&scratch, 0);
    Buf rows = buf_open(&scratch, 0);
    while (str_take_line(&text, &line))
        put_wrapped(&scratch, line, terminal_columns(terminal), &rows);
    write_lines(terminal, &rows);
}

void terminal_write_diff(Terminal *terminal, Str diff)
{
    Arena scratch SCOPED(arena_close) = {0}, temporary SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    arena_open(&temporary, 0);
    Buf rows = buf_open(&scratch, 0);
    terminal_diff_write(temporary, diff, terminal->styled, &rows);
    write_lines(terminal, &rows);
}

void terminal_write_error(Terminal *terminal, Str text)
{
    Arena scratch SCOPED(arena_close) = {0};
    Style style = terminal->styled ? style_of(LOOK_ERROR) : 0;
    arena_open(&scratch, 0);
    Buf rows = buf_open(&scratch, 0);
    style_change(&rows, 0, style);
    clean_put(&rows, str_trim_end(text), CLEAN_CODE);
    style_change(&rows, style, 0);
    write_lines(terminal, &rows);
}
