/* The text of a file that is edited, which may not exist. An edit that is undone must give the
   bytes from before, and tell no file from an empty one. */
#pragma once

#include "base/buf.h"

typedef struct EditText {
    bool exists;
    Str bytes;
} EditText;

/* "\r\n" when the first line ends so, else "\n". */
Str edit_line_end(Str text);
/* Lines that end with LF, with another line end. */
Str edit_lines(Arena *arena, Str block, Str line_end);

/* Puts a block, lines that end with no line end, behind the text. How much of an empty line goes
   between, and whether a line end follows, depends on how the text ended: edit_cut() reads it back.
 */
EditText edit_append(Arena *arena, EditText text, Str block);
/* Takes out [start, end), a block that edit_append() put there; what was written behind it since
   stays. */
EditText edit_cut(Arena *arena, Str text, size_t start, size_t end);
/* The lines from the one that starts with `begin` to the one that starts with `end`. */
bool edit_find_lines(Str text, Str begin, Str end, size_t *from, size_t *to);
