/* Any bytes of a terminal: keys are well-formed, the editor's text stays valid, and its view fits.
   The first byte sets the width, the second the length of the pieces. */
#include "base/limits.h"
#include "terminal/line_view.h"
#include "text/hidden.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void complete(void *state, Arena *arena, Str before, LineCompletion *completion)
{
    (void)state;
    completion->from = before.len / 2;
    VEC_PUSH(arena, &completion->candidates)->text = before;
    VEC_PUSH(arena, &completion->candidates)->text = str_from_offset(before, before.len / 2);
}

static void check_paste(Str text)
{
    for (size_t at = 0; at < text.len;) {
        uint32_t c = str_decode(text, &at);
        assert(c == '\n' || c == '\t' || (c >= 0x20 && (c < 0x7F || c >= 0xA0)));
    }
}

static void check_view(Arena *arena, const LineEditor *editor, size_t columns)
{
    Frame frame = {0};
    LineView view = {.prompt = STR("> "), .columns = columns, .rows = 1 + columns % 9};
    line_view(arena, editor, &view, &frame);
    assert(frame.rows.len <= view.rows && frame.cursor_row < frame.rows.len);
    for (size_t i = 0; i < frame.rows.len; i++)
        assert(cells_columns(frame.rows.ptr[i]) <= columns);
}

static void take(Arena *arena, LineEditor *editor, const Key *key, size_t columns)
{
    if (key->code == KEY_PASTE)
        check_paste(key->paste);
    if (line_key(editor, key) == LINE_SUBMITTED) {
        line_history_add(editor->history, line_text(editor, arena));
        line_reset(editor);
    }
    assert(editor->cursor <= editor->len);
    assert(str_is_utf8((Str){editor->text, editor->len}));
    assert(line_text(editor, arena).len <= LINE_BYTES_MAX);
    check_view(arena, editor, columns);
    arena_reset(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Arena arena;
    LineHistory history;
    LineEditor editor;
    Input input;
    Key key;
    if (size < 2)
        return 0;
    arena_open(&arena, 1 * GB);
    line_history_open(&history, (Str){0});
    line_open(&editor, &history, complete, NULL);
    input_open(&input);
    size_t columns = 4 + data[0] % 100, piece = 1 + data[1];
    Str bytes = {(const char *)data + 2, size - 2};
    while (bytes.len) {
        Str part = str_slice(bytes, 0, piece);
        while (input_next(&input, &part, &key))
            take(&arena, &editor, &key, columns);
        bytes = str_from_offset(bytes, piece);
    }
    while (input_flush(&input, &key))
        take(&arena, &editor, &key, columns);
    input_close(&input);
    line_close(&editor);
    line_history_close(&history);
    arena_close(&arena);
    return 0;
}
