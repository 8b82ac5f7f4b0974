/* Whatever is shown: the terminal has exactly the frame, and nothing untrusted controls it. */
#include "terminal_model.h"
#include "test.h"
#include "test_random.h"

#include "terminal/clean.h"
#include "terminal/line_view.h"
#include "terminal/markdown.h"
#include "terminal/terminal_diff.h"
#include "text/hidden.h"

#define FRAMES 3000
#define TEXTS 4000

/* What texts are made of: markup, controls, wide and invisible characters, broken bytes. */
static const char *const pieces[] = {
    "word ",
    "a",
    " ",
    "\n",
    "\t",
    "**",
    "*",
    "_",
    "`",
    "```",
    "~~~",
    "# ",
    "- ",
    "1. ",
    "> ",
    "&lt;",
    "| a | b |\n",
    "|---|:-:|\n",
    "[x](y)",
    "[",
    "](",
    ")",
    "<http://a>",
    "\\",
    "日本",
    "e\u0301",
    "\u0301",
    "👨\u200d👩",
    "\ufe0f",
    "\u202e",
    "\u200b",
    "\033",
    "\033[2J",
    "\033]0;t\007",
    "\x9b[31m",
    "\xC2\x9B[31m",
    "\r",
    "\x7f",
    "\x01",
    "\xff",
    "\xf0\x9f",
    "@@ -1,2 +1,2 @@\n",
    "-old\n",
    "+new\n",
    "--- a\n",
    "+++ b\n",
    " same\n",
    "diff --git a b\n",
    "----",
    "\U000e0021",
    "\ufff9",
    "\u2028",
    "\u0627\u200c\u0627",
    "\xEF\xB7\x90",
};

static Str make_text(Random *random, uint32_t most)
{
    Buf text = buf_open(test_arena(), 0);
    for (uint32_t n = random_below(random, most); n; n--) {
        buf_put(&text, str_from(pieces[random_below(random, COUNT(pieces))]));
        if (!random_below(random, 20))
            buf_put_byte(&text, (char)random_below(random, 256));
    }
    return buf_str(&text);
}

/* Whether a text holds only line feeds, our own styles, and visible characters. */
static bool is_clean(Str text, bool styled)
{
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        uint32_t c = str_decode(text, &at);
        bool joiner = c == 0x200C || c == 0x200D;
        if (c == 0xFFFD && at - from == 1)
            return false;
        if (c == '\033' && styled && at < text.len && text.ptr[at] == '[') {
            for (at++; at < text.len && (byte_is_digit(text.ptr[at]) || text.ptr[at] == ';');
                 at++) {
            }
            if (at == text.len || text.ptr[at++] != 'm')
                return false;
        } else if (c != '\n' && !joiner && (char_is_control(c) || hidden_find(c))) {
            return false;
        }
    }
    return true;
}

TEST(markdown_is_clean)
{
    Random random = {1};
    for (int i = 0; i < TEXTS; i++) {
        Arena *arena = test_arena();
        arena_reset(arena);
        bool styled = i % 2;
        size_t columns = random_below(&random, 3) ? 1 + random_below(&random, 90) : 0;
        Markdown *markdown = markdown_open(arena, columns, styled);
        Buf out = buf_open(arena, 0);
        Str text = make_text(&random, 60);
        while (text.len) {
            size_t n = 1 + random_below(&random, 20);
            CellRows rows = {0};
            markdown_put(markdown, str_slice(text, 0, n), &out);
            if (!random_below(&random, 3))
                markdown_pass(markdown, 1 + random_below(&random, 4), &out);
            markdown_preview(markdown, arena, &rows);
            for (size_t r = 0; r < rows.len && columns > 40; r++)
                EXPECT(cells_columns(rows.ptr[r]) <= columns);
            text = str_from_offset(text, n);
        }
        markdown_end(markdown, &out);
        EXPECT(is_clean(buf_str(&out), styled));
    }
}

/* Without what depends on where rows break: space, and the bars of quotes. */
static Str without_breaks(Str text)
{
    Buf out = buf_open(test_arena(), 0);
    for (size_t at = 0; at < text.len;) {
        size_t from = at;
        uint32_t c = str_decode(text, &at);
        if (c != ' ' && c != '\n' && c != 0x2502)
            buf_put(&out, str_slice(text, from, at));
    }
    return buf_str(&out);
}

/* Rows that are final early say the same; only where they break may differ. */
TEST(markdown_passes_nothing_that_changes)
{
    Random random = {7};
    for (int i = 0; i < TEXTS; i++) {
        Arena *arena = test_arena();
        arena_reset(arena);
        size_t columns = 15 + random_below(&random, 30);
        Markdown *markdown = markdown_open(arena, columns, false);
        Buf whole = buf_open(arena, 0), parts = buf_open(arena, 0);
        Str text = make_text(&random, 60);
        markdown_put(markdown, text, &whole);
        markdown_end(markdown, &whole);
        while (text.len) {
            size_t n = 1 + random_below(&random, 9);
            markdown_put(markdown, str_slice(text, 0, n), &parts);
            markdown_pass(markdown, 1, &parts);
            text = str_from_offset(text, n);
        }
        markdown_end(markdown, &parts);
        EXPECT(str_equal(without_breaks(buf_str(&whole)), without_breaks(buf_str(&parts))));
    }
}

/* In pieces or whole, the rows are the same. */
TEST(markdown_does_not_depend_on_pieces)
{
    Random random = {2};
    for (int i = 0; i < TEXTS / 2; i++) {
        Arena *arena = test_arena();
        arena_reset(arena);
        size_t columns = 20 + random_below(&random, 90);
        Markdown *markdown = markdown_open(arena, columns, true);
        Buf whole = buf_open(arena, 0), parts = buf_open(arena, 0);
        Str text = make_text(&random, 60);
        markdown_put(markdown, text, &whole);
        markdown_end(markdown, &whole);
        while (text.len) {
            size_t n = 1 + random_below(&random, 9);
            markdown_put(markdown, str_slice(text, 0, n), &parts);
            text = str_from_offset(text, n);
        }
        markdown_end(markdown, &parts);
        EXPECT(str_equal(buf_str(&whole), buf_str(&parts)));
    }
}

TEST(diff_and_text_are_clean)
{
    Random random = {3};
    for (int i = 0; i < TEXTS; i++) {
        Arena *arena = test_arena();
        arena_reset(arena);
        Str text = make_text(&random, 60);
        Buf out = buf_open(arena, 0);
        terminal_diff_write(test_scratch(), text, i % 2, &out);
        EXPECT(is_clean(buf_str(&out), i % 2));
        out.len = 0;
        clean_put(&out, text, i % 4 < 2 ? CLEAN_CODE : CLEAN_PROSE);
        EXPECT(is_clean(buf_str(&out), false));
    }
}

/* A diff without colours is its text, when that is clean. */
TEST(diff_loses_nothing)
{
    Random random = {4};
    static const char *const lines[] = {
        "@@ -1,3 +1,3 @@\n", "-old line\n",     "+new line\n", " same\n", "--- a\n",
        "+++ b\n",           "\\ No newline\n", "\n",          "-\n",     "+\n"};
    for (int i = 0; i < TEXTS; i++) {
        Arena *arena = test_arena();
        arena_reset(arena);
        Buf text = buf_open(arena, 0), out = buf_open(arena, 0);
        for (uint32_t n = random_below(&random, 30); n; n--)
            buf_put(&text, str_from(lines[random_below(&random, COUNT(lines))]));
        terminal_diff_write(test_scratch(), buf_str(&text), false, &out);
        EXPECT(str_equal(buf_str(&out), buf_str(&text)));
    }
}

static Str trimmed_row(CellSpan row)
{
    Buf out = buf_open(test_arena(), 0);
    cells_write(&out, row, false);
    return str_trim_end(buf_str(&out));
}

static void expect_frame(const Model *model, const Frame *frame, size_t top)
{
    EXPECT(!model->failed);
    for (size_t i = 0; i < frame->rows.len; i++)
        EXPECT(str_equal(model_row(test_arena(), model, top + i), trimmed_row(frame->rows.ptr[i])));
    for (size_t i = top + frame->rows.len; i < MODEL_ROWS; i++)
        EXPECT(!model_row(test_arena(), model, i).len);
    EXPECT_INT(model->row, top + MIN(frame->cursor_row, frame->rows.len ? frame->rows.len - 1 : 0));
    EXPECT_INT(model->column, frame->cursor_column);
}

static void fill_frame(Random *random, Arena *arena, Frame *frame)
{
    for (uint32_t n = random_below(random, 8); n; n--) {
        CellVec cells = {0};
        Str text = make_text(random, 8);
        cells_put(arena, &cells, text, 0, random_below(random, 2) ? STYLE_BOLD : 0, CLEAN_CODE);
        CellSpan row = cells_cut(arena, cells_span(&cells), MODEL_COLUMNS - 1);
        frame_add(arena, frame, row);
    }
    if (frame->rows.len)
        frame->cursor_row = random_below(random, (uint32_t)frame->rows.len);
    frame->cursor_column = random_below(random, MODEL_COLUMNS - 1);
}

TEST(screen_shows_each_frame)
{
    static Model model;
    Random random = {5};
    Screen screen SCOPED(screen_close);
    screen_open(&screen, MODEL_COLUMNS, true);
    model = (Model){.columns = MODEL_COLUMNS};
    size_t top = 0;
    for (int i = 0; i < FRAMES; i++) {
        arena_reset(test_arena());
        Buf out = buf_open(test_arena(), 0);
        Arena *arena = screen_begin(&screen);
        Frame frame = {0};
        fill_frame(&random, arena, &frame);
        screen_draw(&screen, &frame, &out);
        model_write(&model, buf_str(&out));
        expect_frame(&model, &frame, top);
        out.len = 0;
        if (random_below(&random, 10))
            continue;
        if (random_below(&random, 2))
            screen_erase(&screen, &out);
        else
            screen_clear(&screen, &out);
        model_write(&model, buf_str(&out));
        top = model.row;
    }
}

/* Whatever is typed, the frame fits and the cursor is in it. */
TEST(views_fit)
{
    Random random = {6};
    LineHistory history SCOPED(line_history_close);
    LineEditor editor SCOPED(line_close);
    Input input SCOPED(input_close);
    line_history_open(&history, (Str){0});
    line_open(&editor, &history, NULL, NULL);
    input_open(&input);
    Status status = {.model = STR("model"), .window = 10};
    for (int i = 0; i < FRAMES; i++) {
        arena_reset(test_arena());
        Str text = make_text(&random, 6);
        Key key;
        while (input_next(&input, &text, &key))
            if (line_key(&editor, &key) == LINE_SUBMITTED)
                line_reset(&editor);
        Frame frame = {0};
        LineView view = {.prompt = STR("> "),
                         .status = &status,
                         .columns = 4 + random_below(&random, 100),
                         .rows = 1 + random_below(&random, 12)};
        line_view(test_arena(), &editor, &view, &frame);
        EXPECT(frame.rows.len <= view.rows && frame.cursor_row < frame.rows.len);
        EXPECT(frame.cursor_column <= view.columns);
        for (size_t r = 0; r < frame.rows.len; r++)
            EXPECT(cells_columns(frame.rows.ptr[r]) <= view.columns);
    }
}
