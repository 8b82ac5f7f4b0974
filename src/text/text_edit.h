/* Reversible edits of a text file that may not exist. Undoing an edit restores the former bytes,
   and distinguishes a missing file from an empty one. */
#pragma once

#include "base/buf.h"

typedef struct EditText {
    bool exists;
    Str bytes;
} EditText;

/* "\r\n" if the first line ends with it, else "\n". */
Str text_edit_line_end(Str text);
/* Replaces the LF line ends of a block by another line end. */
Str text_edit_lines(Arena *arena, Str block, Str line_end);

/* Appends a block of lines without a final line end. The line ends before and after the block
   encode how the text ended: text_edit_cut() reads that back. */
EditText text_edit_append(Arena *arena, EditText text, Str block);
/* Removes [start, end), a block that text_edit_append() added. Text written after it since then
 * stays.
 */
EditText text_edit_cut(Arena *arena, Str text, size_t start, size_t end);
/* Finds the lines from the one that starts with `begin` to the one that starts with `end`; false if
   they are missing. */
bool text_edit_find_lines(Str text, Str begin, Str end, size_t *from, size_t *to);
