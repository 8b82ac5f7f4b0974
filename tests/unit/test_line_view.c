#include "terminal_model.h"
#include "test.h"

#include "terminal/line_view.h"

typedef struct Shown {
    LineHistory history;
    LineEditor editor;
    Status status;
} Shown;

static void complete(void *state, Arena *arena, Str before, LineCompletion *completion)
{
    const char *const *words = state;
    completion->from = 0;
    (void)before;
    for (; *words; words++) {
        Str rest = str_from(*words), word;
        str_take_until(&rest, '\t', &word);
        *VEC_PUSH(arena, &completion->candidates) = (LineCandidate){word, rest};
    }
}

static void open_shown(Shown *shown, const char *const *words)
{
    *shown = (Shown){0};
    line_history_open(&shown->history, (Str){0});
    line_open(&shown->editor, &shown->history, words ? complete : NULL, (void *)words);
}

static void close_shown(Shown *shown)
{
    line_close(&shown->editor);
    line_history_close(&shown->history);
}

#define SHOWN(name, words) \
    Shown name SCOPED(close_shown); \
    open_shown(&name, words)

/* The frame as text: rows with a bar after each, `_` for the cursor's column below its row. */
static Str frame_of(Shown *shown, size_t columns, size_t rows)
{
    Frame frame = {0};
    Buf out = buf_open(test_arena(), 0);
    LineView view = {
        .prompt = STR("> "), .status = &shown->status, .columns = columns, .rows = rows};
    line_view(test_arena(), &shown->editor, &view, &frame);
    EXPECT(frame.rows.len <= rows);
    for (size_t i = 0; i < frame.rows.len; i++) {
        EXPECT(cells_columns(frame.rows.ptr[i]) <= columns);
        cells_write(&out, frame.rows.ptr[i], false);
        buf_put(&out, STR("|\n"));
        if (i != frame.cursor_row)
            continue;
        buf_put_repeat(&out, STR(" "), frame.cursor_column);
        buf_put(&out, STR("_\n"));
    }
    return buf_str(&out);
}

static void press(Shown *shown, KeyCode code)
{
    Key key = {.code = code};
    line_key(&shown->editor, &key);
}

TEST(view_shows_prompt_and_cursor)
{
    SHOWN(s, NULL);
    EXPECT_STR(frame_of(&s, 20, 5), "> |\n  _\n");
    line_insert(&s.editor, STR("one\n日本 x"));
    EXPECT_STR(frame_of(&s, 20, 5), "> one|\n  日本 x|\n        _\n");
    press(&s, KEY_LEFT);
    press(&s, KEY_LEFT);
    press(&s, KEY_LEFT);
    EXPECT_STR(frame_of(&s, 20, 5), "> one|\n  日本 x|\n    _\n");
}

TEST(view_wraps_rows)
{
    SHOWN(s, NULL);
    line_insert(&s.editor, STR("abcdefgh"));
    EXPECT_STR(frame_of(&s, 10, 5), "> abcdefgh|\n  |\n  _\n");
    line_insert(&s.editor, STR("ij日"));
    EXPECT_STR(frame_of(&s, 10, 5), "> abcdefgh|\n  ij日|\n      _\n");
    press(&s, KEY_HOME);
    EXPECT_STR(frame_of(&s, 10, 5), "> abcdefgh|\n  _\n  ij日|\n");
    press(&s, KEY_END);
    EXPECT_STR(frame_of(&s, 9, 5), "> abcdefg|\n  hij日|\n       _\n");
    EXPECT_STR(frame_of(&s, 4, 9), "> ab|\n  cd|\n  ef|\n  gh|\n  ij|\n  日|\n  |\n  _\n");
    frame_of(&s, 4, 1);
}

TEST(view_shows_what_is_invisible)
{
    SHOWN(s, NULL);
    line_insert(&s.editor, STR("a\t\xE2\x80\xAE"
                               "b e\xCC\x81 \xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9"));
    EXPECT_STR(frame_of(&s, 40, 5),
               "> a       <U+202E>b e\xCC\x81 \xF0\x9F\x91\xA8\xF0\x9F\x91\xA9|\n"
               "                          _\n");
}

TEST(view_scrolls_a_tall_text)
{
    SHOWN(s, NULL);
    s.status = (Status){.model = STR("m")};
    line_insert(&s.editor, STR("1\n2\n3\n4\n5\n6\n7"));
    EXPECT_STR(frame_of(&s, 20, 5), "↑ 4|\n  5|\n  6|\n  7|\n   _\nm|\n");
    press(&s, KEY_UP);
    press(&s, KEY_UP);
    press(&s, KEY_UP);
    press(&s, KEY_UP);
    press(&s, KEY_UP);
    press(&s, KEY_UP);
    EXPECT_STR(frame_of(&s, 20, 5), "> 1|\n   _\n  2|\n  3|\n↓ 4|\nm|\n");
}

TEST(view_lists_candidates)
{
    static const char *const words[] = {"alpha", "alphabet", "alpine", "a\033[31m", NULL};
    SHOWN(s, words);
    line_insert(&s.editor, STR("a"));
    press(&s, KEY_TAB);
    EXPECT_STR(frame_of(&s, 30, 10), "> a|\n   _\n"
                                     "  alpha     alphabet  alpine  |\n"
                                     "  a␛[31m  |\n");
    press(&s, KEY_TAB);
    press(&s, KEY_TAB);
    EXPECT_STR(frame_of(&s, 30, 10), "> alphabet|\n          _\n"
                                     "  alpha   › alphabet  alpine  |\n"
                                     "  a␛[31m  |\n");
    EXPECT_STR(frame_of(&s, 12, 10), "> alphabet|\n          _\n"
                                     "  alpha   |\n› alphabet|\n  alpine  |\n  a␛[31m  |\n");
}

TEST(view_shows_part_of_a_long_list)
{
    static const char *words[101] = {0};
    for (size_t i = 0; i < 100; i++)
        words[i] = str_terminate(test_arena(), str_format(test_arena(), "w%zu\tword %zu", i, i));
    SHOWN(s, words);
    line_insert(&s.editor, STR("w"));
    press(&s, KEY_TAB);
    EXPECT_STR(frame_of(&s, 20, 8),
               "> w|\n   _\n"
               "  w0   word 0|\n  w1   word 1|\n  w2   word 2|\n  … 97 more|\n");
    for (int i = 0; i < 10; i++)
        press(&s, KEY_TAB);
    EXPECT_STR(frame_of(&s, 20, 8),
               "> w9|\n    _\n"
               "  w7   word 7|\n  w8   word 8|\n› w9   word 9|\n  … 97 more|\n");
}

TEST(view_shows_folds_and_search)
{
    SHOWN(s, NULL);
    Buf text = buf_open(test_arena(), 0);
    buf_put_repeat(&text, STR("line\n"), 1200);
    Key key = {.code = KEY_PASTE, .paste = buf_str(&text)};
    line_insert(&s.editor, STR("x "));
    line_key(&s.editor, &key);
    EXPECT_STR(frame_of(&s, 40, 5), "> x [pasted 1,200 lines]|\n                        _\n");
    line_history_add(&s.history, STR("make check"));
    key = (Key){.code = KEY_CHAR, .c = 'r', .control = true};
    line_key(&s.editor, &key);
    key = (Key){.code = KEY_CHAR, .c = 'k'};
    line_key(&s.editor, &key);
    EXPECT_STR(frame_of(&s, 40, 5), "(search: k) make check|\n              _\n");
    key.c = 'z';
    line_key(&s.editor, &key);
    EXPECT_STR(frame_of(&s, 40, 5), "(no match: kz) make check|\n                 _\n");
}

TEST(status_drops_what_does_not_fit)
{
    Status status = {.model = STR("scripted/model"),
                     .window = 12410,
                     .window_max = 100000,
                     .spent = 41200,
                     .cache_read = 83,
                     .cache_misses = 17,
                     .cost = STR("$0.12")};
    static const struct {
        size_t columns;
        const char *text;
    } cases[] = {
        {200, "scripted/model · 12,410 of 100,000 tokens · 41,200 spent · cache 83 % · $0.12"},
        {76, "scripted/model · 12,410 of 100,000 tokens · 41,200 spent · $0.12"},
        {60, "scripted/model · 12,410 of 100,000 tokens · $0.12"},
        {42, "scripted/model · 12,410 of 100,000 tokens"},
        {30, "12,410 of 100,000 tokens"},
        {10, "12,410 of…"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        Buf out = buf_open(test_arena(), 0);
        cells_write(&out, status_cells(test_arena(), &status, cases[i].columns), false);
        EXPECT_STR(buf_str(&out), cases[i].text);
    }
}

static CellSpan row_of(Arena *arena, const char *text)
{
    CellVec cells = {0};
    cells_put(arena, &cells, str_from(text), 0, 0, CLEAN_PROSE);
    return cells_span(&cells);
}

/* One more character costs few bytes. */
TEST(screen_draws_what_differs)
{
    Screen screen SCOPED(screen_close);
    Buf out = buf_open(test_arena(), 0);
    static const char *const frames[][2] = {{"> abc", "status"}, {"> abcd", "status"}};
    screen_open(&screen, 80, true);
    for (size_t f = 0; f < COUNT(frames); f++) {
        Arena *arena = screen_begin(&screen);
        Frame frame = {.cursor_column = strlen(frames[f][0])};
        out.len = 0;
        for (size_t i = 0; i < COUNT(frames[f]); i++)
            frame_add(arena, &frame, row_of(arena, frames[f][i]));
        screen_draw(&screen, &frame, &out);
    }
    EXPECT_STR(buf_str(&out), "\r\033[5Cd\r\033[6C");
}
