/* Shared by the files of the line editor. */
#pragma once

#include "terminal/line_editor.h"

/* line_buffer.c: the text, its undo and kill, and places in it. */
static inline Str line_str(const LineEditor *editor)
{
    return (Str){editor->text, editor->len};
}
/* Replaces [from, to) with the text unchanged, as one undo step; the cursor goes after it. False,
   with a notice, if the text would be too long. */
bool line_replace(LineEditor *editor, size_t from, size_t to, Str with);
/* The same for external text, which cannot contain folds. */
bool line_replace_foreign(LineEditor *editor, size_t from, size_t to, Str with);
void line_undo(LineEditor *editor);
/* Removes [from, to) and keeps it for line_yank, joined to the previous key's kill. */
void line_kill(LineEditor *editor, size_t from, size_t to);
void line_yank(LineEditor *editor);
void line_paste(LineEditor *editor, const Key *key);
size_t line_next(const LineEditor *editor, size_t at);
size_t line_previous(const LineEditor *editor, size_t at);
size_t line_start_of(const LineEditor *editor, size_t at);
size_t line_end_of(const LineEditor *editor, size_t at);
/* The other end of the word after or before an offset; with `blank` only white space separates
   words. */
size_t line_word_end(const LineEditor *editor, size_t at);
size_t line_word_start(const LineEditor *editor, size_t at, bool blank);

/* line_complete.c: the list of candidates. */
void line_complete(LineEditor *editor, bool backwards);
void line_close_list(LineEditor *editor);

/* line_search.c: history, by step and by search. */
/* Shows the entry before or after the shown one; false at the end of the history. */
bool line_step_history(LineEditor *editor, bool older);
void line_search_open(LineEditor *editor);
/* Whether the key belonged to the search; otherwise the search has ended and the caller must handle
   the key. */
bool line_search_key(LineEditor *editor, const Key *key);
