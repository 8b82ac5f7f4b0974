/* Keys by a table. A key either only edits, or has a result for the caller. */
#include "terminal/line_state.h"

#include "terminal/clean.h"

/* Two texts and the remains of growing buffers. */
#define ARENA_BYTES (16 * LINE_BYTES_MAX)

static void move_left(LineEditor *editor)
{
    editor->cursor = line_previous(editor, editor->cursor);
}

static void move_right(LineEditor *editor)
{
    editor->cursor = line_next(editor, editor->cursor);
}

static void move_home(LineEditor *editor)
{
    editor->cursor = line_start_of(editor, editor->cursor);
}

static void move_end(LineEditor *editor)
{
    editor->cursor = line_end_of(editor, editor->cursor);
}

static void move_first(LineEditor *editor)
{
    editor->cursor = 0;
}

static void move_last(LineEditor *editor)
{
    editor->cursor = editor->len;
}

static void move_word_left(LineEditor *editor)
{
    editor->cursor = line_word_start(editor, editor->cursor, false);
}

static void move_word_right(LineEditor *editor)
{
    editor->cursor = line_word_end(editor, editor->cursor);
}

/* Moves to the same column of the line that starts at `start`. */
static void move_to_line(LineEditor *editor, size_t start)
{
    size_t at = line_start_of(editor, editor->cursor), column = 0, end = line_end_of(editor, start);
    for (; at < editor->cursor; at = line_next(editor, at))
        column++;
    editor->column = editor->keeps_column ? editor->column : column;
    editor->keeps_column = true;
    size_t to = start;
    for (column = editor->column; column && to < end; column--)
        to = line_next(editor, to);
    editor->cursor = to;
}

static void move_up(LineEditor *editor)
{
    size_t start = line_start_of(editor, editor->cursor);
    if (start)
        move_to_line(editor, line_start_of(editor, start - 1));
    else
        line_step_history(editor, true);
}

static void move_down(LineEditor *editor)
{
    size_t end = line_end_of(editor, editor->cursor);
    if (end < editor->len)
        move_to_line(editor, end + 1);
    else
        line_step_history(editor, false);
}

static void older(LineEditor *editor)
{
    line_step_history(editor, true);
}

static void newer(LineEditor *editor)
{
    line_step_history(editor, false);
}

static void erase_left(LineEditor *editor)
{
    line_replace(editor, line_previous(editor, editor->cursor), editor->cursor, (Str){0});
}

static void erase_right(LineEditor *editor)
{
    line_replace(editor, editor->cursor, line_next(editor, editor->cursor), (Str){0});
}

static void kill_right(LineEditor *editor)
{
    size_t end = line_end_of(editor, editor->cursor);
    line_kill(editor, editor->cursor, end > editor->cursor ? end : MIN(end + 1, editor->len));
}

static void kill_left(LineEditor *editor)
{
    line_kill(editor, line_start_of(editor, editor->cursor), editor->cursor);
}

static void kill_blank_word(LineEditor *editor)
{
    line_kill(editor, line_word_start(editor, editor->cursor, true), editor->cursor);
}

static void kill_word_left(LineEditor *editor)
{
    line_kill(editor, line_word_start(editor, editor->cursor, false), editor->cursor);
}

static void kill_word_right(LineEditor *editor)
{
    line_kill(editor, editor->cursor, line_word_end(editor, editor->cursor));
}

static void insert_line(LineEditor *editor)
{
    line_insert(editor, STR("\n"));
}

static void transpose(LineEditor *editor)
{
    size_t at = editor->cursor;
    if (at == line_end_of(editor, at))
        at = line_previous(editor, at);
    size_t before = line_previous(editor, at), after = line_next(editor, at);
    if (at <= line_start_of(editor, at) || after == at)
        return;
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Str text = line_str(editor);
    line_replace(editor, before, after,
                 str_join(&scratch, str_slice(text, at, after), str_slice(text, before, at)));
}

typedef void (*KeyRun)(LineEditor *editor);

static const struct {
    char c;
    KeyRun run;
} control_keys[] = {
    {'a', move_home},       {'b', move_left},        {'e', move_end},   {'f', move_right},
    {'h', erase_left},      {'j', insert_line},      {'k', kill_right}, {'n', newer},
    {'p', older},           {'r', line_search_open}, {'t', transpose},  {'u', kill_left},
    {'w', kill_blank_word}, {'y', line_yank},        {'_', line_undo},
};

static const struct {
    char c;
    KeyRun run;
} meta_keys[] = {
    {'b', move_word_left}, {'d', kill_word_right}, {'f', move_word_right},
    {'<', move_first},     {'>', move_last},
};

static const struct {
    KeyCode code;
    KeyRun run, with_modifier; /* Control or Alt */
} code_keys[] = {
    {KEY_UP, move_up, older},
    {KEY_DOWN, move_down, newer},
    {KEY_LEFT, move_left, move_word_left},
    {KEY_RIGHT, move_right, move_word_right},
    {KEY_HOME, move_home, move_first},
    {KEY_END, move_end, move_last},
    {KEY_BACKSPACE, erase_left, kill_word_left},
    {KEY_DELETE, erase_right, kill_word_right},
};

static LineResult press_enter(LineEditor *editor, const Key *key)
{
    if (key->meta || key->shift || key->control) {
        insert_line(editor);
        return LINE_EDITED;
    }
    bool continues =
        editor->cursor == editor->len && editor->len && editor->text[editor->len - 1] == '\\';
    if (!continues)
        return LINE_SUBMITTED;
    line_replace(editor, editor->len - 1, editor->len, STR("\n"));
    return LINE_EDITED;
}

static LineResult press_control(LineEditor *editor, uint32_t c)
{
    if (c == 'c' && !editor->len)
        return LINE_INTERRUPTED;
    if (c == 'c')
        line_replace(editor, 0, editor->len, (Str){0});
    if (c == 'd' && !editor->len)
        return LINE_ENDED;
    if (c == 'd')
        erase_right(editor);
    if (c == 'l')
        return LINE_CLEARS;
    if (c == 'z')
        return LINE_SUSPENDS;
    for (size_t i = 0; i < COUNT(control_keys); i++)
        if ((uint32_t)control_keys[i].c == c)
            control_keys[i].run(editor);
    return LINE_EDITED;
}

static LineResult press_char(LineEditor *editor, const Key *key)
{
    char bytes[4];
    if (key->control)
        return press_control(editor, key->c);
    for (size_t i = 0; key->meta && i < COUNT(meta_keys); i++)
        if ((uint32_t)meta_keys[i].c == key->c)
            meta_keys[i].run(editor);
    if (!key->meta)
        line_insert(editor, (Str){bytes, str_encode(bytes, key->c)});
    return LINE_EDITED;
}

static LineResult press(LineEditor *editor, const Key *key)
{
    if (key->code == KEY_CHAR)
        return press_char(editor, key);
    if (key->code == KEY_ENTER)
        return press_enter(editor, key);
    if (key->code == KEY_PASTE)
        line_paste(editor, key);
    for (size_t i = 0; i < COUNT(code_keys); i++)
        if (code_keys[i].code == key->code)
            (key->control || key->meta ? code_keys[i].with_modifier : code_keys[i].run)(editor);
    return LINE_EDITED;
}

static bool is_control(const Key *key, char c)
{
    return key->code == KEY_CHAR && key->control && key->c == (uint32_t)c;
}

/* Keys of a shown list: Escape, Ctrl-G and Ctrl-C only close it; others close it, too. */
static bool list_key(LineEditor *editor, const Key *key)
{
    bool is_shown = editor->list.candidates.len;
    line_close_list(editor);
    return is_shown && (key->code == KEY_ESCAPE || is_control(key, 'g') || is_control(key, 'c'));
}

LineResult line_key(LineEditor *editor, const Key *key)
{
    LineResult result = LINE_EDITED;
    editor->notice = NULL;
    if (editor->searching && line_search_key(editor, key))
        return LINE_EDITED;
    if (key->code == KEY_TAB) {
        line_complete(editor, key->shift);
        return LINE_EDITED;
    }
    if (list_key(editor, key))
        return LINE_EDITED;
    editor->kills = false;
    result = press(editor, key);
    editor->was_kill = editor->kills;
    if (key->code != KEY_UP && key->code != KEY_DOWN)
        editor->keeps_column = false;
    return result;
}

void line_open(LineEditor *editor, LineHistory *history, LineComplete complete, void *state)
{
    *editor = (LineEditor){.history = history, .complete = complete, .complete_state = state};
    Arena *arenas[] = {&editor->text_arena, &editor->fold_arena, &editor->undo_arena,
                       &editor->kill_arena, &editor->list_arena, &editor->draft_arena};
    for (size_t i = 0; i < COUNT(arenas); i++)
        arena_open(arenas[i], ARENA_BYTES);
    line_reset(editor);
}

void line_close(LineEditor *editor)
{
    Arena *arenas[] = {&editor->text_arena, &editor->fold_arena, &editor->undo_arena,
                       &editor->kill_arena, &editor->list_arena, &editor->draft_arena};
    for (size_t i = 0; i < COUNT(arenas); i++)
        arena_close(arenas[i]);
    *editor = (LineEditor){0};
}
