/* A unified diff for a terminal: heads of files, hunks, added and removed lines, and the changes
   within a pair of lines. Lines keep their marks, so the diff reads the same without colours. */
#pragma once

#include "terminal/cells.h"

/* Appends the diff, each line with its line end. Rows are not wrapped, so they can be copied. */
void terminal_diff_write(Arena scratch, Str diff, bool styled, Buf *out);
