/* Reading lines: with the editor if the terminal can draw, else as the system edits them. Text
   typed while nothing is read waits in `ahead`. */
#include "terminal/terminal_state.h"

#include "text/plain.h"

/* Poll interval for a cancel that no signal announces. */
#define CANCEL_MS 100

bool terminal_fill(Terminal *terminal, int timeout_ms)
{
    size_t got = 0, room = AHEAD_BYTES_MAX - terminal->ahead_len;
    if (!room)
        return true; /* the rest stays with the system */
    TtyRead read =
        tty_read(&terminal->tty, terminal->ahead + terminal->ahead_len, room, timeout_ms, &got);
    terminal->ahead_len += got;
    return read != TTY_END;
}

/* Drops the first n typed bytes. */
static void drop_ahead(Terminal *terminal, size_t n)
{
    terminal->ahead_len -= n;
    memmove(terminal->ahead, terminal->ahead + n, terminal->ahead_len);
}

static void draw_line(Terminal *terminal, const TerminalPrompt *prompt)
{
    Arena *arena = screen_begin(&terminal->screen);
    Frame frame = {0};
    LineView view = {.prompt = prompt->prompt,
                     .status = &terminal->status,
                     .columns = terminal_columns(terminal),
                     .rows = terminal_rows(terminal)};
    line_view(arena, &terminal->editor, &view, &frame);
    screen_draw(&terminal->screen, &frame, &terminal->out);
    terminal_flush(terminal);
}

/* Shows the submitted text and leaves it above. */
static void leave_line(Terminal *terminal, const TerminalPrompt *prompt)
{
    Arena *arena = screen_begin(&terminal->screen);
    Frame frame = {0};
    LineView view = {.prompt = prompt->prompt,
                     .columns = terminal_columns(terminal),
                     .rows = terminal_rows(terminal)};
    line_view_submitted(arena, &terminal->editor, &view, &frame);
    screen_draw(&terminal->screen, &frame, &terminal->out);
    screen_leave(&terminal->screen, &terminal->out);
    terminal_flush(terminal);
}

/* Feeds typed bytes to the editor, until a key has a result. */
static LineResult take_keys(Terminal *terminal, bool flush)
{
    LineResult result = LINE_EDITED;
    Str bytes = {terminal->ahead, terminal->ahead_len};
    Key key;
    while (result == LINE_EDITED && (flush ? input_flush(&terminal->input, &key)
                                           : input_next(&terminal->input, &bytes, &key)))
        result = line_key(&terminal->editor, &key);
    drop_ahead(terminal, terminal->ahead_len - bytes.len);
    return result;
}

static void suspend(Terminal *terminal, const TerminalPrompt *prompt)
{
    leave_line(terminal, prompt);
    tty_suspend();
    terminal_follow_size(terminal);
}

static int next_timeout(const Terminal *terminal, const TerminalPrompt *prompt)
{
    if (input_waits(&terminal->input))
        return INPUT_ESCAPE_MS;
    return prompt->cancel ? CANCEL_MS : -1;
}

/* Waits for a key with a result for the caller. */
static TerminalRead edit(Terminal *terminal, const TerminalPrompt *prompt)
{
    for (;;) {
        LineResult result = take_keys(terminal, false);
        if (result == LINE_SUBMITTED)
            return TERMINAL_TEXT;
        if (result == LINE_ENDED)
            return TERMINAL_ENDED;
        if (result == LINE_INTERRUPTED || *tty_interrupt())
            return TERMINAL_INTERRUPTED;
        if (result == LINE_CLEARS)
            screen_clear(&terminal->screen, &terminal->out);
        if (result == LINE_SUSPENDS)
            suspend(terminal, prompt);
        if (terminal->ahead_len)
            continue;
        terminal_follow_size(terminal);
        draw_line(terminal, prompt);
        if (prompt->cancel && *prompt->cancel)
            return TERMINAL_CANCELLED;
        bool waits = input_waits(&terminal->input);
        if (!terminal_fill(terminal, next_timeout(terminal, prompt)))
            return TERMINAL_ENDED;
        if (waits && !terminal->ahead_len && take_keys(terminal, true) == LINE_SUBMITTED)
            return TERMINAL_TEXT;
    }
}

static TerminalRead read_with_editor(Terminal *terminal, Arena *arena, const TerminalPrompt *prompt,
                                     Str *text)
{
    LineEditor *editor = &terminal->editor;
    editor->complete = prompt->complete;
    editor->complete_state = prompt->state;
    tty_set_mode(&terminal->tty, TTY_KEYS);
    TerminalRead read = edit(terminal, prompt);
    *text = line_text(editor, arena);
    if (read == TERMINAL_CANCELLED)
        screen_erase(&terminal->screen, &terminal->out);
    else
        leave_line(terminal, prompt);
    terminal_flush(terminal);
    if (read == TERMINAL_TEXT)
        line_history_add(&terminal->history, *text);
    if (read != TERMINAL_CANCELLED)
        line_reset(editor);
    tty_set_mode(&terminal->tty, TTY_BUSY);
    return read;
}

/* The first line read, without its end; false: no complete line yet. */
static bool take_line(Terminal *terminal, Arena *arena, Str *line)
{
    Str ahead = {terminal->ahead, terminal->ahead_len};
    size_t end = str_find_byte(ahead, '\n');
    bool full = ahead.len == AHEAD_BYTES_MAX;
    if (end == STR_NONE && !full && !(terminal->ended && ahead.len))
        return false;
    size_t len = end == STR_NONE ? ahead.len : end;
    Str taken = str_slice(ahead, 0, len);
    taken.len -= str_ends(taken, STR("\r"));
    *line = str_copy(arena, taken);
    drop_ahead(terminal, MIN(len + 1, ahead.len));
    return true;
}

static TerminalRead read_plain_line(Terminal *terminal, Arena *arena, const TerminalPrompt *prompt,
                                    Str *line)
{
    if (terminal->kind == TERMINAL_PLAIN)
        clean_put(&terminal->out, prompt->prompt, CLEAN_PROSE);
    terminal_flush(terminal);
    while (!take_line(terminal, arena, line)) {
        if (terminal->ended)
            return TERMINAL_ENDED;
        if (!terminal_fill(terminal, prompt->cancel ? CANCEL_MS : -1))
            terminal->ended = true;
        if (*tty_interrupt())
            return TERMINAL_INTERRUPTED;
        if (prompt->cancel && *prompt->cancel)
            return TERMINAL_CANCELLED;
    }
    return TERMINAL_TEXT;
}

/* A text as a whole: the decoder cleans it like a paste. */
static Str clean_text(Arena *arena, Str text)
{
    Buf out = buf_open(arena, 0);
    for (size_t at = 0; at < text.len;) {
        char bytes[4];
        uint32_t c = str_decode(text, &at);
        bool control = (c < 0x20 && c != '\n' && c != '\t') || (c >= 0x7F && c < 0xA0);
        buf_put(&out, (Str){bytes, str_encode(bytes, control ? plain_symbol(c) : c)});
    }
    return buf_str(&out);
}

static TerminalRead read_plain(Terminal *terminal, Arena *arena, const TerminalPrompt *prompt,
                               Str *text)
{
    Buf whole = buf_open(arena, LINE_BYTES_MAX);
    TerminalPrompt next = *prompt;
    TerminalRead read;
    Str line = {0};
    bool more;
    do {
        read = read_plain_line(terminal, arena, &next, &line);
        more = read == TERMINAL_TEXT && str_ends(line, STR("\\"));
        line.len -= more;
        buf_put(&whole, line);
        if (more)
            buf_put_byte(&whole, '\n');
        next.prompt = STR(". ");
    } while (more);
    bool newline = terminal->kind == TERMINAL_PLAIN && read != TERMINAL_TEXT;
    if (newline)
        buf_put_byte(&terminal->out, '\n');
    terminal_flush(terminal);
    *text = clean_text(arena, buf_str(&whole));
    if (terminal->tty.in_is_terminal)
        terminal->ended = false; /* Ctrl-D ends one reading */
    return read;
}

TerminalRead terminal_read_line(Terminal *terminal, Arena *arena, const TerminalPrompt *prompt,
                                Str *text)
{
    *text = (Str){0};
    tty_clear_interrupt();
    terminal_end(terminal);
    TerminalRead read = terminal->kind == TERMINAL_FULL
                            ? read_with_editor(terminal, arena, prompt, text)
                            : read_plain(terminal, arena, prompt, text);
    if (read != TERMINAL_TEXT)
        *text = (Str){0};
    tty_clear_interrupt();
    return read;
}
