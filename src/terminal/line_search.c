/* History: the text being written is kept as a draft while older entries are shown. The search is
   incremental, from the newest entry to older ones (readline's reverse-i-search). */
#include "terminal/line_state.h"

static void save_draft(LineEditor *editor)
{
    if (editor->history_at < editor->history->entries.len)
        return;
    arena_reset(&editor->draft_arena);
    editor->draft = str_copy(&editor->draft_arena, line_str(editor));
}

/* Shows an entry, or the draft (entries.len). */
static void show_entry(LineEditor *editor, size_t index)
{
    size_t count = editor->history->entries.len;
    save_draft(editor);
    editor->history_at = index;
    if (index < count)
        line_replace_foreign(editor, 0, editor->len, editor->history->entries.ptr[index]);
    else
        line_replace(editor, 0, editor->len, editor->draft);
}

bool line_step_history(LineEditor *editor, bool older)
{
    size_t at = MIN(editor->history_at, editor->history->entries.len);
    if (older ? at == 0 : at == editor->history->entries.len)
        return false;
    show_entry(editor, older ? at - 1 : at + 1);
    if (older) /* the next Up goes on to older entries, not into this one */
        editor->cursor = line_end_of(editor, 0);
    editor->keeps_column = false;
    return true;
}

void line_search_open(LineEditor *editor)
{
    editor->searching = true;
    editor->search_failed = false;
    editor->search_at = editor->history->entries.len;
    editor->query_len = 0;
    save_draft(editor);
}

/* Finds the query in an entry before index `below`. */
static void find(LineEditor *editor, size_t below)
{
    Str query = {editor->query, editor->query_len};
    size_t found = query.len ? line_history_find(editor->history, below, query) : STR_NONE;
    editor->search_failed = query.len && found == STR_NONE;
    if (found == STR_NONE)
        return;
    editor->search_at = found;
    show_entry(editor, found);
    size_t at = str_find(line_str(editor), query);
    editor->cursor = at == STR_NONE ? editor->len : at;
}

static void cancel(LineEditor *editor)
{
    editor->searching = false;
    show_entry(editor, editor->history->entries.len);
}

bool line_search_key(LineEditor *editor, const Key *key)
{
    size_t count = editor->history->entries.len;
    if (key->code == KEY_CHAR && !key->control && !key->meta) {
        if (editor->query_len + 4 <= sizeof editor->query)
            editor->query_len += str_encode(editor->query + editor->query_len, key->c);
        find(editor, editor->search_at < count ? editor->search_at + 1 : count);
        return true;
    }
    if (key->code == KEY_BACKSPACE && !key->meta) {
        Str query = {editor->query, editor->query_len};
        editor->query_len = str_char_floor(query, query.len ? query.len - 1 : 0);
        find(editor, count);
        return true;
    }
    if (key->code == KEY_CHAR && key->control && key->c == 'r') {
        find(editor, editor->search_at);
        return true;
    }
    if (key->code == KEY_CHAR && key->control && (key->c == 'g' || key->c == 'c')) {
        cancel(editor);
        return true;
    }
    editor->searching = false;
    return key->code == KEY_ESCAPE || key->code == KEY_TAB;
}
