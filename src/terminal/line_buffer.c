/* A flat buffer: texts are short, and moving a megabyte is faster than a keystroke. Undo is a stack
   of inverse edits. */
#include "terminal/line_state.h"

#include "terminal/clean.h"
#include "text/plain.h"

/* A replaced megabyte and much typing. Beyond this all steps are discarded at once. */
#define UNDO_BYTES_MAX (4 * LINE_BYTES_MAX)
/* Bytes to go back for the start of a character: a cluster has at most 32 characters, a row of
   flags a few dozen. */
#define LOOK_BACK_BYTES 1024
#define FOLD_FIRST 0xFDD0

static bool is_fold_char(uint32_t c)
{
    return c >= FOLD_FIRST && c < FOLD_FIRST + LINE_FOLDS_MAX;
}

const LineFold *line_fold_at(const LineEditor *editor, size_t at)
{
    Str text = line_str(editor);
    uint32_t c = at < text.len ? str_decode(text, &at) : 0;
    return is_fold_char(c) && c - FOLD_FIRST < editor->fold_count ? &editor->folds[c - FOLD_FIRST]
                                                                  : NULL;
}

Str line_fold_label(Arena *arena, const LineFold *fold)
{
    Buf label = buf_open(arena, 0);
    buf_put(&label, STR("[pasted "));
    buf_put_thousands(&label, fold->lines > 1 ? fold->lines : str_count_chars(fold->text));
    buf_put(&label, fold->lines > 1 ? STR(" lines") : STR(" characters"));
    buf_put(&label, fold->cut ? STR(", cut at 1 MB]") : STR("]"));
    return buf_str(&label);
}

/* The replacement of an external character; itself: none. */
static uint32_t tame(uint32_t c)
{
    if (is_fold_char(c))
        return 0xFFFD;
    return c == '\n' || c == '\t' || c >= 0xA0 ? c : plain_symbol(c);
}

/* The text with each fold's contents (`expand`), or else sanitised as external text: valid UTF-8
   without folds and control characters. */
static Str rewrite(const LineEditor *editor, Arena *arena, Str text, bool expand)
{
    Buf out = buf_open(arena, 0);
    size_t from = 0;
    for (size_t at = 0; at < text.len;) {
        size_t start = at;
        uint32_t c = str_decode(text, &at), other = tame(c);
        char bytes[4];
        if (expand ? !is_fold_char(c) : c == other && (c != 0xFFFD || at - start > 1))
            continue;
        buf_put(&out, str_slice(text, from, start));
        if (expand && c - FOLD_FIRST < editor->fold_count)
            buf_put(&out, editor->folds[c - FOLD_FIRST].text);
        else
            buf_put(&out, (Str){bytes, str_encode(bytes, other)});
        from = at;
    }
    if (!from)
        return text;
    buf_put(&out, str_from_offset(text, from));
    return buf_str(&out);
}

Str line_text(const LineEditor *editor, Arena *arena)
{
    return str_copy(arena, rewrite(editor, arena, line_str(editor), true));
}

static void note_edit(LineEditor *editor, size_t from, size_t to, Str with)
{
    LineEdit *last = editor->edits.len ? &editor->edits.ptr[editor->edits.len - 1] : NULL;
    bool typed = from == to && with.len <= 4 && with.len && with.ptr[0] != '\n';
    if (typed && last && last->typed && last->at + last->inserted == from && with.ptr[0] != ' ') {
        last->inserted += with.len;
        return;
    }
    if (arena_used(&editor->undo_arena) > UNDO_BYTES_MAX) {
        arena_reset(&editor->undo_arena);
        memset(&editor->edits, 0, sizeof editor->edits);
    }
    LineEdit *edit = VEC_PUSH(&editor->undo_arena, &editor->edits);
    edit->at = from;
    edit->inserted = with.len;
    edit->cursor = editor->cursor;
    edit->typed = typed;
    edit->removed = str_copy(&editor->undo_arena, str_slice(line_str(editor), from, to));
}

/* The bytes of the folds in a part of the text. */
static size_t folded_bytes(const LineEditor *editor, Str text)
{
    size_t bytes = 0;
    for (size_t at = 0; at < text.len;) {
        uint32_t c = str_decode(text, &at);
        if (is_fold_char(c) && c - FOLD_FIRST < editor->fold_count)
            bytes += editor->folds[c - FOLD_FIRST].text.len;
    }
    return bytes;
}

/* Replaces without recording undo. */
static void splice(LineEditor *editor, size_t from, size_t to, Str with)
{
    size_t len = editor->len - (to - from) + with.len;
    editor->folded += folded_bytes(editor, with);
    editor->folded -= folded_bytes(editor, str_slice(line_str(editor), from, to));
    if (len > editor->cap) {
        size_t cap = MAX(2 * editor->cap, len + 256);
        editor->text = arena_grow(&editor->text_arena, editor->text, editor->cap, cap, 1);
        editor->cap = cap;
    }
    memmove(editor->text + from + with.len, editor->text + to, editor->len - to);
    if (with.len)
        memcpy(editor->text + from, with.ptr, with.len);
    editor->len = len;
    editor->cursor = from + with.len;
}

bool line_replace(LineEditor *editor, size_t from, size_t to, Str with)
{
    size_t more = with.len + folded_bytes(editor, with);
    if (from == to && !with.len)
        return true;
    if (more && editor->len - (to - from) + editor->folded + more > LINE_BYTES_MAX) {
        editor->notice = "the text is full: a megabyte";
        return false;
    }
    note_edit(editor, from, to, with);
    splice(editor, from, to, with);
    return true;
}

bool line_replace_foreign(LineEditor *editor, size_t from, size_t to, Str with)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    return line_replace(editor, from, to, rewrite(editor, &scratch, with, false));
}

void line_undo(LineEditor *editor)
{
    if (!editor->edits.len) {
        editor->notice = "nothing to undo";
        return;
    }
    LineEdit edit = editor->edits.ptr[--editor->edits.len];
    splice(editor, edit.at, edit.at + edit.inserted, edit.removed);
    editor->cursor = MIN(edit.cursor, editor->len);
}

void line_insert(LineEditor *editor, Str text)
{
    line_replace_foreign(editor, editor->cursor, editor->cursor, text);
}

void line_paste(LineEditor *editor, const Key *key)
{
    Str text = key->paste;
    size_t lines = 1;
    for (size_t i = 0; i < text.len; i++)
        lines += text.ptr[i] == '\n' && i + 1 < text.len;
    bool is_small = lines <= LINE_FOLD_LINES && text.len <= LINE_FOLD_BYTES;
    if (is_small || editor->fold_count == LINE_FOLDS_MAX) {
        line_insert(editor, text);
        if (key->cut)
            editor->notice = "the paste was cut at a megabyte";
        return;
    }
    if (editor->len + editor->fold_bytes + 3 * text.len > 4 * LINE_BYTES_MAX ||
        editor->len + editor->folded + text.len + 4 > LINE_BYTES_MAX) {
        editor->notice = "the paste does not fit: a text has at most a megabyte";
        return;
    }
    char fold[4];
    size_t len = str_encode(fold, FOLD_FIRST + (uint32_t)editor->fold_count);
    Str kept = str_copy(&editor->fold_arena, rewrite(editor, &editor->fold_arena, text, false));
    editor->folds[editor->fold_count++] = (LineFold){.text = kept, .lines = lines, .cut = key->cut};
    editor->fold_bytes += text.len;
    line_replace(editor, editor->cursor, editor->cursor, (Str){fold, len});
}

/* Adds a text before or after the kept one. */
static void keep(LineEditor *editor, Str text, bool before)
{
    size_t len = editor->kill_len + text.len;
    editor->kill = arena_grow(&editor->kill_arena, editor->kill, editor->kill_len, len, 1);
    if (before)
        memmove(editor->kill + text.len, editor->kill, editor->kill_len);
    memcpy(editor->kill + (before ? 0 : editor->kill_len), text.ptr, text.len);
    editor->kill_len = len;
}

void line_kill(LineEditor *editor, size_t from, size_t to)
{
    if (from == to)
        return;
    if (!editor->was_kill) {
        arena_reset(&editor->kill_arena);
        editor->kill = NULL;
        editor->kill_len = 0;
    }
    keep(editor, str_slice(line_str(editor), from, to), to == editor->cursor);
    editor->kills = true;
    line_replace(editor, from, to, (Str){0});
}

void line_yank(LineEditor *editor)
{
    line_replace(editor, editor->cursor, editor->cursor, (Str){editor->kill, editor->kill_len});
}

/* Folds end with the text; the killed text gets their contents. */
static void expand_kill(LineEditor *editor)
{
    Arena scratch SCOPED(arena_close) = {0};
    arena_open(&scratch, 0);
    Str killed = {editor->kill, editor->kill_len};
    Str text = str_copy(&scratch, rewrite(editor, &scratch, killed, true));
    arena_reset(&editor->kill_arena);
    editor->kill = NULL;
    editor->kill_len = 0;
    if (text.len)
        keep(editor, text, false);
}

void line_reset(LineEditor *editor)
{
    line_close_list(editor);
    if (editor->fold_count)
        expand_kill(editor);
    arena_reset(&editor->text_arena);
    arena_reset(&editor->fold_arena);
    arena_reset(&editor->undo_arena);
    memset(&editor->edits, 0, sizeof editor->edits);
    editor->text = NULL;
    editor->len = editor->cap = editor->cursor = 0;
    editor->fold_count = editor->fold_bytes = editor->folded = 0;
    editor->searching = editor->keeps_column = editor->was_kill = false;
    editor->history_at = editor->history->entries.len;
    editor->draft = (Str){0};
    editor->notice = NULL;
}

size_t line_next(const LineEditor *editor, size_t at)
{
    return clean_cluster_end(line_str(editor), at);
}

size_t line_start_of(const LineEditor *editor, size_t at)
{
    while (at && editor->text[at - 1] != '\n')
        at--;
    return at;
}

size_t line_end_of(const LineEditor *editor, size_t at)
{
    while (at < editor->len && editor->text[at] != '\n')
        at++;
    return at;
}

size_t line_previous(const LineEditor *editor, size_t at)
{
    if (!at)
        return 0;
    Str text = line_str(editor);
    size_t from = at > LOOK_BACK_BYTES ? str_char_floor(text, at - LOOK_BACK_BYTES) : 0;
    for (size_t i = at - 1; i > from; i--)
        if (text.ptr[i - 1] == '\n') {
            from = i;
            break;
        }
    size_t last = from;
    for (size_t next = from; next < at; next = clean_cluster_end(text, next))
        last = next;
    return last;
}

static bool is_word(const LineEditor *editor, size_t at, bool blank)
{
    char c = editor->text[at];
    return blank ? !byte_is_space(c) : byte_is_word(c);
}

size_t line_word_end(const LineEditor *editor, size_t at)
{
    while (at < editor->len && !is_word(editor, at, false))
        at = line_next(editor, at);
    while (at < editor->len && is_word(editor, at, false))
        at = line_next(editor, at);
    return at;
}

size_t line_word_start(const LineEditor *editor, size_t at, bool blank)
{
    while (at && !is_word(editor, at - 1, blank))
        at = line_previous(editor, at);
    while (at && is_word(editor, at - 1, blank))
        at = line_previous(editor, at);
    return at;
}
