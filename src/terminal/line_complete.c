/* Completion: the first Tab inserts the common prefix of all candidates and shows them; further
   ones step through them. */
#include "terminal/line_state.h"

static Str common_prefix(const LineCompletion *list)
{
    Str prefix = list->candidates.ptr[0].text;
    for (size_t i = 1; i < list->candidates.len; i++) {
        Str other = list->candidates.ptr[i].text;
        size_t n = 0;
        while (n < prefix.len && n < other.len && prefix.ptr[n] == other.ptr[n])
            n++;
        prefix = str_slice(prefix, 0, str_char_floor(prefix, n));
    }
    return prefix;
}

void line_close_list(LineEditor *editor)
{
    arena_reset(&editor->list_arena);
    editor->list = (LineCompletion){0};
    editor->chosen = STR_NONE;
}

/* Replaces the completed text. */
static void put(LineEditor *editor, Str text)
{
    line_replace_foreign(editor, editor->list.from, editor->completed_to, text);
    editor->completed_to = editor->cursor;
}

static void step(LineEditor *editor, bool backwards)
{
    size_t count = editor->list.candidates.len, chosen = editor->chosen;
    if (chosen == STR_NONE)
        chosen = backwards ? count - 1 : 0;
    else
        chosen = (chosen + (backwards ? count - 1 : 1)) % count;
    editor->chosen = chosen;
    put(editor, editor->list.candidates.ptr[chosen].text);
}

void line_complete(LineEditor *editor, bool backwards)
{
    LineCompletion *list = &editor->list;
    if (list->candidates.len) {
        step(editor, backwards);
        return;
    }
    line_close_list(editor);
    /* A copy: candidates may point into it while the text changes. */
    Str before = str_copy(&editor->list_arena, str_slice(line_str(editor), 0, editor->cursor));
    if (editor->complete)
        editor->complete(editor->complete_state, &editor->list_arena, before, list);
    list->candidates.len = MIN(list->candidates.len, (size_t)LINE_CANDIDATES_MAX);
    list->from = str_char_floor(before, list->from);
    if (!list->candidates.len) {
        line_close_list(editor);
        editor->notice = "no completion";
        return;
    }
    Str prefix = common_prefix(list);
    editor->completed_to = editor->cursor;
    bool extends = prefix.len >= editor->cursor - list->from;
    if ((list->candidates.len == 1 || extends) &&
        !str_equal(prefix, str_from_offset(before, list->from)))
        put(editor, prefix);
    if (list->candidates.len == 1)
        line_close_list(editor);
}
