#include "test.h"

#include "terminal/line_editor.h"

typedef struct Session {
    LineHistory history;
    LineEditor editor;
    Input input;
    LineResult result;
} Session;

static void complete(void *state, Arena *arena, Str before, LineCompletion *completion)
{
    static const char *const words[] = {"alpha", "alphabet", "beta", "größe", "größer"};
    (void)state;
    size_t space = str_find_last_byte(before, ' ');
    completion->from = space == STR_NONE ? 0 : space + 1;
    Str word = str_from_offset(before, completion->from);
    for (size_t i = 0; i < COUNT(words); i++)
        if (str_starts(str_from(words[i]), word))
            VEC_PUSH(arena, &completion->candidates)->text = str_from(words[i]);
}

static void open_session(Session *session)
{
    *session = (Session){0};
    line_history_open(&session->history, (Str){0});
    line_open(&session->editor, &session->history, complete, NULL);
    input_open(&session->input);
}

static void close_session(Session *session)
{
    input_close(&session->input);
    line_close(&session->editor);
    line_history_close(&session->history);
}

/* The text with `|` at the cursor. */
static Str state_of(const LineEditor *editor)
{
    return str_format(test_arena(), "%.*s|%.*s", (int)editor->cursor, editor->text,
                      (int)(editor->len - editor->cursor), editor->text + editor->cursor);
}

/* Types bytes as a terminal sends them; a submitted text goes into the history. */
static Str type(Session *session, const char *bytes)
{
    Str rest = str_from(bytes);
    Key key;
    session->result = LINE_EDITED;
    while (input_next(&session->input, &rest, &key) || input_flush(&session->input, &key)) {
        session->result = line_key(&session->editor, &key);
        if (session->result == LINE_SUBMITTED) {
            line_history_add(&session->history, line_text(&session->editor, test_arena()));
            line_reset(&session->editor);
        }
    }
    return state_of(&session->editor);
}

#define SESSION(name) \
    Session name SCOPED(close_session); \
    open_session(&name)

TEST(line_moves_and_edits)
{
    SESSION(s);
    EXPECT_STR(type(&s, "hello world"), "hello world|");
    EXPECT_STR(type(&s, "\x01"), "|hello world");
    EXPECT_STR(type(&s, "\x06\x06"), "he|llo world");
    EXPECT_STR(type(&s, "\x02X"), "hX|ello world");
    EXPECT_STR(type(&s, "\x7f\x04"), "h|llo world");
    EXPECT_STR(type(&s, "\x05"), "hllo world|");
    EXPECT_STR(type(&s, "\033b"), "hllo |world");
    EXPECT_STR(type(&s, "\033b\033f"), "hllo| world");
    EXPECT_STR(type(&s, "\033[H\033[3~"), "|llo world");
    EXPECT_STR(type(&s, "\033[1;5C"), "llo| world");
    EXPECT_STR(type(&s, "\x14"), "ll o|world");
}

TEST(line_kills_and_yanks)
{
    SESSION(s);
    EXPECT_STR(type(&s, "one two three\x17"), "one two |");
    EXPECT_STR(type(&s, "\x17\x19"), "one two three|");
    EXPECT_STR(type(&s, "\x01\x0b\x19\x19"), "one two threeone two three|");
    EXPECT_STR(type(&s, "\x15"), "|");
    EXPECT_STR(type(&s, "a.b c\033\x7f"), "a.b |");
    EXPECT_STR(type(&s, "\x01\033d"), "|.b ");
    EXPECT_STR(type(&s, "\x19\x19"), "aa|.b ");
}

TEST(line_moves_by_what_a_user_sees)
{
    SESSION(s);
    type(&s, "e\xCC\x81x"); /* e and a combining accent */
    EXPECT_STR(type(&s, "\x02\x02"), "|e\xCC\x81x");
    EXPECT_STR(type(&s, "\x04"), "|x");
    EXPECT_STR(type(&s, "\x05\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9y\x02\x02"),
               "x|\xF0\x9F\x91\xA8\xE2\x80\x8D\xF0\x9F\x91\xA9y");
    EXPECT_STR(type(&s, "\x04"), "x|y");
    EXPECT_STR(type(&s, "\xF0\x9F\x87\xA9\xF0\x9F\x87\xAA\x7f"), "x|y"); /* a flag */
    EXPECT_STR(type(&s, "\xF0\x9F\x91\x8D\xF0\x9F\x8F\xBD\x7f"), "x|y"); /* a skin tone */
    EXPECT_STR(type(&s, "日本\x02\x7f"), "x|本y");
}

TEST(line_has_several_lines)
{
    SESSION(s);
    EXPECT_STR(type(&s, "one\033\rtwo longer\x0athr"), "one\ntwo longer\nthr|");
    EXPECT_STR(type(&s, "\033[A"), "one\ntwo| longer\nthr");
    EXPECT_STR(type(&s, "\x05\033[A"), "one|\ntwo longer\nthr");
    EXPECT_STR(type(&s, "\033[B"), "one\ntwo longer|\nthr");
    EXPECT_STR(type(&s, "\x01\x0b\x0b"), "one\n|thr");
    EXPECT_STR(type(&s, "\x7f"), "one|thr");
    EXPECT_STR(type(&s, "\033>\\\r"), "onethr\n|");
    EXPECT_STR(type(&s, "x\033[13;2uy"), "onethr\nx\ny|");
    EXPECT_STR(type(&s, "\033<"), "|onethr\nx\ny");
}

TEST(line_has_results)
{
    SESSION(s);
    type(&s, "text\x03");
    EXPECT_INT(s.result, LINE_EDITED);
    EXPECT_INT(s.editor.len, 0);
    EXPECT_STR(type(&s, "\x1f"), "text|");
    type(&s, "\x03\x03");
    EXPECT_INT(s.result, LINE_INTERRUPTED);
    type(&s, "\x04");
    EXPECT_INT(s.result, LINE_ENDED);
    type(&s, "\x0c");
    EXPECT_INT(s.result, LINE_CLEARS);
    type(&s, "\x1a");
    EXPECT_INT(s.result, LINE_SUSPENDS);
    type(&s, "a\r");
    EXPECT_INT(s.result, LINE_SUBMITTED);
}

TEST(line_steps_through_history)
{
    SESSION(s);
    type(&s, "first\rsecond\x0aline\rsecond\x0aline\r\r");
    EXPECT_INT(s.history.entries.len, 2);
    EXPECT_STR(type(&s, "draft\033[A"), "second|\nline");
    EXPECT_STR(type(&s, "\033[B"), "second\nline|");
    EXPECT_STR(type(&s, "\033[A"), "second|\nline");
    EXPECT_STR(type(&s, "\033[A\033[A"), "first|");
    EXPECT_STR(type(&s, "\x0e"), "second\nline|");
    EXPECT_STR(type(&s, "\033[B"), "draft|");
    EXPECT_STR(type(&s, "\033[B"), "draft|");
    EXPECT_STR(type(&s, "\x10\x10\x10"), "first|");
    EXPECT_STR(type(&s, "\x1f"), "second|\nline");
}

TEST(line_searches_history)
{
    SESSION(s);
    type(&s, "make check\rmake fuzz\rgit log\r");
    EXPECT_STR(type(&s, "draft\x12mak"), "|make fuzz");
    EXPECT(s.editor.searching);
    EXPECT_STR(type(&s, "\x12"), "|make check");
    EXPECT_STR(type(&s, "\x12"), "|make check");
    EXPECT(s.editor.search_failed);
    EXPECT_STR(type(&s, "\x07"), "draft|");
    EXPECT(!s.editor.searching);
    EXPECT_STR(type(&s, "\x12lox\x7fg"), "git |log");
    EXPECT_STR(type(&s, "\x05!"), "git log!|");
    type(&s, "\x12zuf\x7f\x7f\x7f"
             "fuz\r");
    EXPECT_INT(s.result, LINE_SUBMITTED);
    EXPECT_STR(s.history.entries.ptr[s.history.entries.len - 1], "make fuzz");
}

TEST(line_completes)
{
    SESSION(s);
    EXPECT_STR(type(&s, "be\t"), "beta|");
    EXPECT_INT(s.editor.list.candidates.len, 0);
    EXPECT_STR(type(&s, " a\t"), "beta alpha|");
    EXPECT_INT(s.editor.list.candidates.len, 2);
    EXPECT_STR(type(&s, "\t\t"), "beta alphabet|");
    EXPECT_STR(type(&s, "\t"), "beta alpha|");
    EXPECT_STR(type(&s, "\033[Z"), "beta alphabet|");
    EXPECT_STR(type(&s, "\033"), "beta alphabet|");
    EXPECT_INT(s.editor.list.candidates.len, 0);
    EXPECT_STR(type(&s, "\x17gr\tX"), "beta größeX|");
    type(&s, " zzz\t");
    EXPECT_STR(str_from(s.editor.notice), "no completion");
    EXPECT_STR(type(&s, "\x15"
                        "a\x01\t"),
               "|a");
    EXPECT_INT(s.editor.list.candidates.len, 5);
}

static Str paste_of(size_t lines)
{
    Buf text = buf_open(test_arena(), 0);
    buf_put(&text, STR("\033[200~"));
    for (size_t i = 1; i <= lines; i++)
        buf_printf(&text, "%s%zu", i > 1 ? "\r" : "", i);
    buf_put(&text, STR("\033[201~"));
    return buf_str(&text);
}

static void paste(Session *session, size_t lines)
{
    type(session, str_terminate(test_arena(), paste_of(lines)));
}

TEST(line_folds_a_large_paste)
{
    SESSION(s);
    paste(&s, 3);
    EXPECT_STR(state_of(&s.editor), "1\n2\n3|");
    type(&s, "\x15\x1f\x03look: ");
    paste(&s, 120);
    type(&s, " end");
    EXPECT_INT(s.editor.len, 6 + 3 + 4);
    const LineFold *fold = line_fold_at(&s.editor, 6);
    REQUIRE(fold);
    EXPECT_STR(line_fold_label(test_arena(), fold), "[pasted 120 lines]");
    Str text = line_text(&s.editor, test_arena());
    EXPECT(str_starts(text, STR("look: 1\n2\n3\n")) && str_ends(text, STR("119\n120 end")));
    type(&s, "\033[D\033[D\033[D\033[D\x7f");
    EXPECT_STR(state_of(&s.editor), "look: | end");
    type(&s, "\x1f\r");
    EXPECT(str_equal(s.history.entries.ptr[0], text));
    EXPECT_INT(s.editor.fold_count, 0);
}

/* Characters that stand for folds mean nothing when they come from outside. */
TEST(line_takes_no_fold_from_outside)
{
    SESSION(s);
    paste(&s, 20);
    EXPECT_STR(type(&s, "\x15\xEF\xB7\x90\033[200~\xEF\xB7\x90\033[201~"),
               "\xEF\xBF\xBD\xEF\xBF\xBD|");
    EXPECT_STR(line_text(&s.editor, test_arena()), "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(line_keeps_killed_folds)
{
    SESSION(s);
    paste(&s, 20);
    type(&s, "\x15x\r\x19");
    Str text = line_text(&s.editor, test_arena());
    EXPECT(str_starts(text, STR("1\n2\n")) && str_ends(text, STR("\n20")));
    EXPECT_INT(s.editor.fold_count, 0);
}

/* Whatever is pasted and yanked, the text stays below its limit. */
TEST(line_is_bounded)
{
    SESSION(s);
    Buf text = buf_open(test_arena(), 0);
    buf_put_repeat(&text, STR("0123456789abcdef\n"), 35000);
    Key key = {.code = KEY_PASTE, .paste = buf_str(&text)};
    line_key(&s.editor, &key);
    line_key(&s.editor, &key);
    EXPECT(s.editor.notice);
    EXPECT_INT(s.editor.fold_count, 1);
    for (int i = 0; i < 100; i++)
        type(&s, "\x15\x19\x19");
    EXPECT(s.editor.notice);
    EXPECT(line_text(&s.editor, test_arena()).len <= LINE_BYTES_MAX);
    for (int i = 0; i < 100; i++)
        type(&s, "\x1f");
    EXPECT(line_text(&s.editor, test_arena()).len <= LINE_BYTES_MAX);
}

TEST(line_undoes)
{
    SESSION(s);
    type(&s, "one two");
    EXPECT_STR(type(&s, "\x1f"), "one|");
    EXPECT_STR(type(&s, "\x1f"), "|");
    EXPECT_STR(type(&s, "\x1f"), "|");
    EXPECT(s.editor.notice);
    type(&s, "abc\x01\x0b");
    EXPECT_STR(type(&s, "\x1f"), "|abc");
}
